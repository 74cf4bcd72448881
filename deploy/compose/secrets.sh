#!/bin/sh
# Makes the secrets that docker-compose.yml reads, once; existing ones are kept.
set -eu
dir=$(dirname "$0")/secrets
mkdir -p "$dir"
umask 077
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
word() { head -c 24 /dev/urandom | base64 | tr -d '\n/+='; }
put() { [ -s "$dir/$1" ] || printf '%s' "$2" >"$dir/$1"; }
put postgres_password "$(word)"
password=$(cat "$dir/postgres_password")
put webhooks_database_url "postgres://partnerline:$password@postgres:5432/partnerline_webhooks?sslmode=disable"
put partnerconnect_database_url "postgres://partnerline:$password@postgres:5432/partnerline_partnerconnect?sslmode=disable"
for t in internal dispatcher partnerconnect; do put ${t}_token "${t}_$(word)"; done
put encryption_keys "k1:$(random)"
put link_keys "k1:$(random)"
put identity_hash_key "$(random)"
for k in session person; do put ${k}_keys "k1:$(random)"; done
put oidc_client_secret "$(word)"
put grafana_password "$(word)"
# NATS reads one file with the passwords of all programs, each program its own.
for p in webhooks dispatcher partnerconnect; do put nats_${p}_password "$(word)"; done
for p in webhooks dispatcher partnerconnect; do
  printf 'NATS_%s_PASSWORD: "%s"\n' "$(echo $p | tr a-z A-Z)" "$(cat "$dir/nats_${p}_password")"
done >"$dir/nats_passwords.conf"
# The programs run as another user than the one who owns these files: the folder is shut, the files in it are not.
chmod 700 "$dir"
chmod 644 "$dir"/*
echo "secrets are in $dir"
