"""The doors of the server: HTTP calls, WebSockets and streams."""
