"""Questions to a language model over plain HTTP; no package of a provider is needed."""

from biterms.chat.endpoint import LOCAL, Endpoint

__all__ = ["LOCAL", "Endpoint"]
