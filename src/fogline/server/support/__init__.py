"""What a running server needs beside its tables: settings, logs, metrics and queues."""
