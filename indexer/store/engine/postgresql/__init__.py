"""PostgreSQL as an engine, by psycopg 3; nothing here is loaded unless it is used."""
