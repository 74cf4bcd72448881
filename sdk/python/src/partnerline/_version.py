# Generated from the OpenAPI documents by `make generate`. DO NOT EDIT.
"""Version of this library."""

__version__ = "0.1.0"
