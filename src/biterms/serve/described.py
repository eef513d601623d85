"""How paths describe themselves in the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import JSONResponse

from biterms.serve import shapes

Window = Annotated[shapes.Window, Query(description="A window that ends with the newest text.")]
Number = Annotated[int, Path(ge=0, le=2**31 - 1)]
Moment = Annotated[
    float | None,
    Query(ge=-1e11, le=1e11, allow_inf_nan=False, description="Seconds since 1970."),
]
Span = Annotated[
    str,
    Query(
        pattern=r"^[1-9][0-9]{0,3}(s|min|h|d|w)$",
        description="How far back, such as 90min, 24h or 7d.",
    ),
]


def said(shape: Any, status: int = 200) -> dict[str, Any]:
    """Answers in JSON of a shape.

    Parameters
    ----------
    shape : type
        What the answer looks like.
    status : int
        The status of an answer.
    """
    return {
        "responses": {status: {"model": shape}, **_refusals()},
        "response_class": JSONResponse,
        "status_code": status,
    }


def sent(kind: str) -> dict[str, Any]:
    """Answers of another kind than JSON.

    Parameters
    ----------
    kind : str
        The type of the content.
    """
    return {"responses": {200: {"content": {kind: {"schema": {"type": "string"}}}}, **_refusals()}}


def _refusals() -> dict[str | int, Any]:
    return {
        "4XX": {"model": shapes.Failed, "description": "What was wrong with the request"},
        "5XX": {"model": shapes.Failed, "description": "Why there is no answer"},
    }


def brings(schema: dict[str, Any]) -> dict[str, Any]:
    """A request with an object of JSON.

    Parameters
    ----------
    schema : dict
        What it looks like, in JSON Schema.
    """
    content = {"application/json": {"schema": schema}}
    return {"openapi_extra": {"requestBody": {"required": True, "content": content}}}


def texts(most: int, letters: int) -> dict[str, Any]:
    """A request with texts.

    Parameters
    ----------
    most, letters : int
        Texts at most, and letters of each.
    """
    text = {"type": "string", "maxLength": letters}
    return brings(
        {
            "oneOf": [
                _object({"text": text}, "text"),
                _object(
                    {"texts": {"type": "array", "items": text, "minItems": 1, "maxItems": most}},
                    "texts",
                ),
            ]
        }
    )


def edits() -> dict[str, Any]:
    """A request that says something about a topic or an alarm."""
    whole = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
    name, flag = {"type": "string", "maxLength": 200}, {"type": "boolean", "default": True}
    kinds = (
        (("label", "group"), "topic", name, ("what", "topic", "value")),
        (("hide", "follow"), "topic", flag, ("what", "topic")),
        (("seen",), "alarm", flag, ("what", "alarm")),
    )
    return brings(
        {
            "oneOf": [
                _object(
                    {"what": {"enum": [*what]}, about: whole, "value": value, "author": name},
                    *required,
                )
                for what, about, value, required in kinds
            ]
        }
    )


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
    }
