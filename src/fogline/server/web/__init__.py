"""The HTTP application's frame: sockets, limits, guards, errors and pages."""
