"""The functions of SQLite that our statements use, for PostgreSQL."""

FUNCTIONS = (
    """
CREATE FUNCTION json_each(text) RETURNS TABLE (key bigint, value text) LANGUAGE sql IMMUTABLE AS
$body$
    SELECT n - 1, v FROM json_array_elements_text($1::json) WITH ORDINALITY AS e (v, n)
$body$
""",
    r"""
CREATE FUNCTION json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE AS $body$
    SELECT CASE WHEN $2 ~ '^\$\[' THEN $1::json ->> CAST(substring($2 FROM '\d+') AS integer)
        ELSE $1::json ->> substr($2, 3) END
$body$
""",
    """
CREATE FUNCTION iif(boolean, anyelement, anyelement) RETURNS anyelement LANGUAGE sql IMMUTABLE AS
    $body$ SELECT CASE WHEN $1 THEN $2 ELSE $3 END $body$
""",
    r"""
CREATE FUNCTION json_set(text, text, text) RETURNS text LANGUAGE sql IMMUTABLE AS $body$
    SELECT CAST(jsonb_set(CAST($1 AS jsonb), string_to_array(substr($2, 3), '.'), to_jsonb($3))
        AS text)
$body$
""",
    """
CREATE FUNCTION json_quote(text) RETURNS text LANGUAGE sql IMMUTABLE AS
    $body$ SELECT CAST(to_json($1) AS text) $body$
""",
    """
CREATE FUNCTION instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE AS
    $body$ SELECT strpos($1, $2) $body$
""",
    """
CREATE FUNCTION join_text(text, text, text) RETURNS text LANGUAGE sql IMMUTABLE AS
$body$
    SELECT CASE WHEN $1 IS NULL THEN $2 WHEN $2 IS NULL THEN $1 ELSE $1 || $3 || $2 END
$body$
""",
    """
CREATE FUNCTION list_numbers(bigint[]) RETURNS text LANGUAGE sql IMMUTABLE AS
    $body$ SELECT array_to_string($1, ',') $body$
""",
    "CREATE AGGREGATE group_concat (text, text) (SFUNC = join_text, STYPE = text)",
    "CREATE AGGREGATE group_concat (bigint) (SFUNC = array_append, STYPE = bigint[],"
    " FINALFUNC = list_numbers)",
)
