#!/bin/sh
# Starts a primary of Redis, unless its folder is empty and a replica is not: the replica would follow it and be emptied too.
#
#   REPLICA=redis-replica:6379 sh deploy/redis/start-primary.sh redis-server /run/secrets/redis-conf --appendonly yes …
#
# REPLICA: the address of the replica. REDIS_MIN_REPLICAS: where it is above 0 there is one, and it must answer before an empty
# primary starts. DATA: the folder, /data by default. The password is that of the settings file. docs/runbook.md, section 13.
set -eu
data=${DATA:-/data}
host=${REPLICA%:*}
port=${REPLICA##*:}
REDISCLI_AUTH=$(sed -n 's/^requirepass //p' "$2")
export REDISCLI_AUTH

if [ ! -e "$data/appendonlydir" ]; then
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    keys=$(timeout 3 redis-cli -e -h "$host" -p "$port" dbsize 2> /dev/null) || keys=
    case $keys in
      0) break ;;
      [1-9]*)
        echo "The folder of this Redis is empty, and $REPLICA has $keys keys: it would be emptied too. docs/runbook.md, section 13." >&2
        exit 1
        ;;
    esac
    if [ "${REDIS_MIN_REPLICAS:-0}" = 0 ]; then break; fi
    if [ "$second" = 20 ]; then
      echo "The folder of this Redis is empty, and $REPLICA does not answer: start the replica first. docs/runbook.md, section 13." >&2
      exit 1
    fi
    sleep 1
  done
fi
exec "$@"
