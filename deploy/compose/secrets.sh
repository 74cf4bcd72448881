#!/bin/sh
# Makes the secrets that docker-compose.yml reads, once; existing ones are kept.
set -eu
dir=$(dirname "$0")/secrets
mkdir -p "$dir"
umask 077
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
put() { [ -s "$dir/$1" ] || printf '%s' "$2" >"$dir/$1"; }
put postgres_password "$(head -c 24 /dev/urandom | base64 | tr -d '\n/+=')"
password=$(cat "$dir/postgres_password")
put webhooks_database_url "postgres://partnerline:$password@postgres:5432/partnerline_webhooks?sslmode=disable"
put partnerconnect_database_url "postgres://partnerline:$password@postgres:5432/partnerline_partnerconnect?sslmode=disable"
put internal_token "internal_$(head -c 24 /dev/urandom | base64 | tr -d '\n/+=')"
put encryption_keys "k1:$(random)"
put link_keys "k1:$(random)"
put identity_hash_key "$(random)"
# The programs run as another user than the one who owns these files.
chmod 644 "$dir"/*
echo "secrets are in $dir"
