"""Where the logs of all tables are stored: an interface, and SQLite as its first implementation."""
