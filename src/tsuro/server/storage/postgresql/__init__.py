"""The store in PostgreSQL, for a site with several processes."""
