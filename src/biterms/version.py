"""The version, for files and pages that are written."""

__version__ = "0.2.0"
