"""What a running server needs besides its tables: settings, logs, metrics and queues."""
