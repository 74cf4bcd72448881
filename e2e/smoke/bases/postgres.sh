#!/bin/sh
# The first start of the official image, shortened: a server on the socket alone runs the files of docker-entrypoint-initdb.d.
set -eu
[ "${1#-}" = "$1" ] || set -- postgres "$@"
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 700 "$PGDATA"
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE"
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export PGPASSWORD
  pg_ctl -o "-c listen_addresses=''" -w start
  createdb --username "$POSTGRES_USER" "${POSTGRES_DB:-$POSTGRES_USER}"
  for f in /docker-entrypoint-initdb.d/*.sql; do
    psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "${POSTGRES_DB:-$POSTGRES_USER}" --file "$f"
  done
  pg_ctl -m fast -w stop
  unset PGPASSWORD
fi
exec "$@"
