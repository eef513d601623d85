"""Themes and classes for the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from biterms.text.shorten import shorten
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.report_data import ReportData
from biterms.topics.share_views import most_different
from biterms.topics.themes import Theme

#: classes that are shown, those with most texts
SHOWN_CLASSES = 12
#: topics that differ most between classes
SHOWN_TOPICS = 12
NAME_LENGTH = 80


def themes_of_page(data: ReportData) -> tuple[Theme, ...]:
    """The themes of a report; one for all topics where there are none."""
    if data.themes:
        return data.themes
    return (Theme("", tuple(shown.topic.id for shown in data.topics), 1.0),)


def themes_content(data: ReportData, position: Mapping[int, int]) -> list[dict[str, Any]]:
    """Label, size and topics of each theme, as plain values for JSON.

    Parameters
    ----------
    data : ReportData
        What the report shows.
    position : mapping of int to int
        Where each topic is in the list of the page.

    Returns
    -------
    list of dict
    """
    return [
        {
            "label": shorten(theme.label, NAME_LENGTH),
            "size": float(f"{theme.size:.4g}"),
            "topics": [position[k] for k in theme.ids if k in position],
        }
        for theme in themes_of_page(data)
    ]


def classes_content(
    classes: TopicsPerClass | None, position: Mapping[int, int]
) -> dict[str, Any] | None:
    """Shares of the topics that differ most between the largest classes.

    Parameters
    ----------
    classes : TopicsPerClass, optional
        Shares by classes.
    position : mapping of int to int
        Where each topic is in the list of the page.

    Returns
    -------
    dict or None
        None if there are fewer than two classes.
    """
    if classes is None or len(classes.classes) < 2:
        return None
    largest = np.sort(np.argsort(-classes.documents, kind="stable")[:SHOWN_CLASSES])
    columns = [k for k in most_different(classes) if classes.ids[k] in position][:SHOWN_TOPICS]
    return {
        "names": [shorten(classes.classes[i], NAME_LENGTH) for i in largest],
        "documents": classes.documents[largest].tolist(),
        "topics": [position[classes.ids[k]] for k in columns],
        "shares": classes.shares[largest][:, columns].T.round(5).tolist(),
        "errors": classes.errors[largest][:, columns].T.round(5).tolist(),
        "left_out": len(classes.classes) - len(largest),
    }
