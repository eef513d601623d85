"""What can be imported from `biterms` itself."""

from __future__ import annotations

import inspect

import biterms
from biterms import errors
from biterms.topics import views


def test_every_error_and_every_view_is_a_name_of_the_package() -> None:
    for module in (errors, views):
        own = {
            name
            for name, thing in vars(module).items()
            if inspect.isclass(thing) and thing.__module__ == module.__name__
        }
        assert own <= {*biterms.__all__}


def test_every_name_is_there_and_is_listed() -> None:
    found = {name for names in biterms._ROOMS.values() for name in names}
    assert {*biterms.__all__} == found | {"__version__"} == {*dir(biterms)}
    for name in biterms.__all__:
        assert getattr(biterms, name) is not None
