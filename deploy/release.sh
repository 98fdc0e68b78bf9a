#!/bin/sh
# Replaces workers and both APIs of docker-compose.yml, started with its profile `tls`, by the code of this folder. The proxy sends to one
# API while the other is replaced: no delivery is interrupted. After a failure run it again.
#
#   git pull && sh deploy/release.sh
set -eu
compose() { docker compose --profile tls "$@"; }
send_to() {
  compose exec -T -e UPSTREAMS="$1" proxy caddy reload --config /etc/caddy/reveille/Caddyfile --adapter caddyfile
}
port=$(compose exec -T proxy printenv API_PORT)

compose build
compose run --rm set-up
compose up -d --no-deps --wait worker
send_to "api-2:$port"
compose up -d --no-deps --wait api
send_to "api:$port"
compose up -d --no-deps --wait api-2
send_to "api:$port api-2:$port"
