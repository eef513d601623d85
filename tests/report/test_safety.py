"""Texts that attack, and what the page may do at all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.report.conftest import Open
from tests.report.looking import chosen, circle
from tests.report.samples import ATTACK, sample

pytestmark = pytest.mark.browser


def test_opens_without_complaint_and_without_any_other_file(opened: Open) -> None:
    found = opened(sample(n_times=20))
    expect(found.page).to_have_title("A report")
    expect(found.page.locator("#topic-time-chart svg")).to_be_visible()
    expect(found.page.locator("#times-chart svg")).to_be_visible()
    assert found.complaints == []
    assert len(found.requests) == 1


def test_hostile_texts_are_text(opened: Open) -> None:
    found = opened(sample(n_times=5, text=ATTACK))
    page = found.page
    assert chosen(page).startswith("</script><script>window.hit = 1</script>")
    assert page.title() == ATTACK
    page.locator("#query").fill("<img src=x")
    expect(page.locator("#found-words h3").first).to_contain_text("<img src=x")
    page.locator("#query").fill("")
    expect(page.locator("#found")).to_be_hidden()
    page.mouse.move(*circle(page, 2))
    expect(page.locator("#tip")).to_contain_text("<img src=x")
    page.get_by_text("relevant", exact=True).click()
    page.locator("#list a").nth(3).click()
    expect(page.locator("#examples")).to_contain_text("</script><script>")
    assert page.evaluate("window.hit") is None
    assert page.locator("img, iframe, object, embed").count() == 0
    assert page.locator("script").count() == 4
    assert found.complaints == []
    assert len(found.requests) == 1


def test_the_policy_forbids_connections_code_and_html(opened: Open) -> None:
    page = opened(sample()).page
    # after a moment, because what the test runs itself is exempt
    broken, stopped = page.evaluate(
        """async () => {
          const [broken, stopped] = [[], []];
          const after = (wait) => new Promise((done) => setTimeout(done, wait));
          document.addEventListener('securitypolicyviolation', (event) =>
            broken.push(event.effectiveDirective));
          const attempt = (act) => setTimeout(() => {
            try { act() } catch (error) { stopped.push(error.name) } });
          attempt(() => fetch('http://127.0.0.1:9/').catch(() => 0));
          attempt(() => { new Image().src = 'http://127.0.0.1:9/' });
          attempt(() => { document.body.innerHTML = '<b>x</b>' });
          attempt(() => new Function('return 1')());
          for (let i = 0; i < 50 && broken.length < 4; i++) await after(50);
          return [broken, stopped] }"""
    )
    assert {"connect-src", "img-src", "require-trusted-types-for"} <= set(broken)
    assert stopped == ["TypeError", "EvalError"]
    assert page.locator("body > b").count() == 0
