"""The JSON that clients and the server exchange."""
