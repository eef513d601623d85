"""Measures of what a model has learnt: on arrays and settings only, no model class."""
