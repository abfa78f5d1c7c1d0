"""Run the steps on the connection that the store hands over."""

from alembic import context

from wormgrill.server.storage.schema import metadata


def run() -> None:
    """Run what is missing, in the transaction of that connection."""
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
    with context.begin_transaction():
        context.run_migrations()


if __name__ == "env_py":  # the name under which Alembic runs this file
    run()
