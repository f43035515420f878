"""The store in one SQLite file, for a server on one machine."""
