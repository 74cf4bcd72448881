# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Version of this library."""

__version__ = "1.0.0"
