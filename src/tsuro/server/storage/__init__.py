"""Where the logs of all tables are stored: an interface, and two kinds of databases behind it."""
