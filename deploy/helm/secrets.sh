#!/bin/sh
# Prints the Secrets that values-development.yaml needs, with fresh random values:
#   deploy/helm/secrets.sh | kubectl apply --namespace partnerline-dev -f -
# Do it once: other encryption keys cannot open what the first ones sealed.
set -eu
random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
word() { head -c 24 /dev/urandom | base64 | tr -d '\n/+='; }
secret() { # name, then key and value in turn
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s}\nstringData:\n' "$1"; shift
  while [ $# -gt 0 ]; do printf '  %s: |-\n' "$1"; printf '%s\n' "$2" | sed 's/^/    /'; shift 2; done
}
pg=$(word); token="internal_$(word)"; dispatcher="dispatcher_$(word)"; partnerconnect="partnerconnect_$(word)"; w=$(word); p=$(word); d=$(word)
url() { echo "postgres://partnerline:$pg@postgres:5432/partnerline_$1?sslmode=disable"; }
secret postgres password "$pg"
secret nats passwords.conf "NATS_WEBHOOKS_PASSWORD: \"$w\"
NATS_PARTNERCONNECT_PASSWORD: \"$p\"
NATS_DISPATCHER_PASSWORD: \"$d\""
secret webhooks database_url "$(url webhooks)" internal_token "$token" dispatcher_token "$dispatcher" partnerconnect_token "$partnerconnect" \
  encryption_keys "k1:$(random)" nats_password "$w"
secret partnerconnect database_url "$(url partnerconnect)" internal_token "$token" partnerconnect_token "$partnerconnect" \
  encryption_keys "k1:$(random)" link_keys "k1:$(random)" identity_hash_key "$(random)" nats_password "$p"
secret dispatcher dispatcher_token "$dispatcher" nats_password "$d"
