"""Texts that attack, and what the page may do at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.report.conftest import Open
from tests.report.samples import ATTACK, sample
from tests.report.watching import circles

pytestmark = pytest.mark.browser


def test_opens_without_any_other_file(opened: Open) -> None:
    report = opened(sample(n_times=20))
    expect(report.page).to_have_title("A report")
    expect(report.page.locator("#topic-time-chart svg")).to_be_visible()
    expect(report.page.locator("#times-chart svg")).to_be_visible()
    assert len(report.requests) == 1


def test_hostile_texts_are_text(opened: Open) -> None:
    report = opened(sample(n_times=5, text=ATTACK))
    page = report.page
    expect(page.locator("#topic-heading")).to_contain_text("</script><script>window.hit = 1</scri")
    assert page.title() == ATTACK
    page.locator("#query").fill("<img src=x")
    expect(page.locator("#result-blocks h3").first).to_contain_text("<img src=x")
    page.locator("#query").fill("")
    expect(page.locator("#results")).to_be_hidden()
    page.mouse.move(*circles(page)[2])
    expect(page.locator("#tip")).to_contain_text("<img src=x")
    page.locator(".switch").get_by_text("relevance").click()
    page.locator("#list a").nth(3).click()
    expect(page.locator("#examples")).to_contain_text("</script><script>")
    assert page.evaluate("window.hit") is None
    assert page.locator("img, iframe, object, embed").count() == 0
    assert page.locator("script").count() == 4
    assert len(report.requests) == 1


def test_the_policy_forbids_connections_code_and_html(opened: Open) -> None:
    report = opened(sample())
    # in timers, because what the test runs itself is exempt
    violated, errors = report.page.evaluate(
        """() => new Promise((done) => {
          const [violated, errors] = [[], []];
          document.addEventListener('securitypolicyviolation', (event) => {
            if (violated.push(event.effectiveDirective) === 4) done([violated, errors]) });
          const attempt = (act) => setTimeout(() => {
            try { act() } catch (error) { errors.push(error.name) } });
          attempt(() => fetch('http://127.0.0.1:9/').catch(() => 0));
          attempt(() => { new Image().src = 'http://127.0.0.1:9/' });
          attempt(() => { document.body.innerHTML = '<b>x</b>' });
          attempt(() => new Function('return 1')()) })"""
    )
    assert {"connect-src", "img-src", "require-trusted-types-for"} <= set(violated)
    assert errors == ["TypeError", "EvalError"]
    assert report.page.locator("body > b").count() == 0
    assert report.messages
    report.messages.clear()
