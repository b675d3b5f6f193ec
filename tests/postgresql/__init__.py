"""A real PostgreSQL for tests; the tests of that engine alone are beside it."""
