"""The logs of all tables, in one SQLite file."""
