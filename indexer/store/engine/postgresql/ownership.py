"""Refuses logins and schemas by which the reader, or a stranger, could act as the owner.

What the owner calls is looked up in its own schema first: whoever owned that, or could make
functions and operators there, would have them run with the owner's rights.
"""

from typing import TYPE_CHECKING, Any

from indexer.errors import UserError
from indexer.i18n import _
from indexer.store.engine.postgresql.lease import Preparing

if TYPE_CHECKING:
    import psycopg

NEUTRAL = "SET search_path = pg_catalog, pg_temp"  # where nobody can put anything
_FOREIGN = """
    SELECT 1 FROM pg_namespace WHERE nspname = %s
    AND NOT pg_has_role(session_user, nspowner, 'MEMBER')
    AND NOT (SELECT rolsuper FROM pg_roles WHERE oid = nspowner)
"""
_FREE = """
    SELECT rolsuper OR rolbypassrls OR rolcreaterole OR pg_has_role(oid, session_user, 'MEMBER')
        OR EXISTS (SELECT 1 FROM pg_roles AS p WHERE p.rolname IN ('pg_read_all_data',
            'pg_write_all_data', 'pg_signal_backend', 'pg_execute_server_program',
            'pg_read_server_files', 'pg_write_server_files')
            AND pg_has_role(r.oid, p.oid, 'MEMBER'))
        OR EXISTS (SELECT 1 FROM pg_database AS d WHERE d.datname = current_database()
            AND pg_has_role(r.oid, d.datdba, 'MEMBER'))
        OR EXISTS (SELECT 1 FROM pg_namespace AS n WHERE n.nspname LIKE 'multis%'
            AND has_schema_privilege(r.oid, n.oid, 'CREATE'))
    FROM pg_roles AS r WHERE rolname = ?
"""


def refuse_foreign_schema(connection: "psycopg.Connection[Any]", schema: str) -> None:
    """Close the connection and raise a `UserError` if the schema belongs to somebody else.

    To be called before anything is looked up there.
    """
    connection.execute(NEUTRAL)
    if connection.execute(_FOREIGN, (schema,)).fetchone():
        connection.close()
        raise UserError(
            _(
                "The schema {name} of that database belongs to another login. Name another "
                "database, or delete that schema.",
                name=schema,
            )
        )


def check_login(db: Preparing, login: str, schema: str) -> None:
    """Raise a `UserError` unless policies hold for this login, which is not the owner's.

    They do not for who may act as the owner, sees all, or could free itself.
    """
    db.run_as_is(NEUTRAL)
    ((free,),) = db.execute(_FREE, (login,)).fetchall()
    db.run_as_is(f"SET search_path = {schema}, pg_catalog, pg_temp")
    if free:
        raise UserError(_("PostgreSQL needs a second login that only reads, not the owner's."))
