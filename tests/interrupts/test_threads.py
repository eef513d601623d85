"""What an exception in one thread leaves behind is made up for by whichever thread looks next."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import partial

import pytest

from biterms.learning.threads import Call
from tests.interrupts.points import interrupt
from tests.interrupts.run import CASES, undisturbed
from tests.interrupts.test_second import rows_are_in

pytestmark = pytest.mark.filterwarnings("ignore:.*seed words are not in the vocabulary")


@pytest.mark.parametrize("name", ["partial_fit LDA SVB", "update LDA guided", "update BTM"])
def test_another_thread_looks_while_the_one_that_learnt_lives_on(name: str) -> None:
    case = CASES[name]
    model, moments, point = case.begin(), case.moments(), rows_are_in(undisturbed(case))
    with ThreadPoolExecutor(1) as threads:
        learning = threads.submit(interrupt, partial(case.go_on, model), point, MemoryError)
        assert learning.result()
        assert case.bits(model) in moments
        case.go_on(model)
        assert case.bits(model) == moments[-1]


def test_a_call_runs_until_it_ends() -> None:
    def made() -> Call:
        call = Call()
        assert call.running()
        assert not call.running_elsewhere()
        assert not deepcopy(call).running(), "nobody is at work on a copy"
        with ThreadPoolExecutor(1) as threads:
            assert threads.submit(call.running_elsewhere).result()
        return call

    assert not made().running()
