#!/bin/sh
# Writes the secrets of docker-compose.yml, each to a file of its own, and changes none that is there:
#
#   sh deploy/make-secrets.sh [folder]
#
# The folder is closed to other users of the machine; the files are open, because containers read them as other users.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
chmod 700 "$folder"

random() { head -c 32 /dev/urandom | base64 | tr -d '\n'; }
letters() { head -c 64 /dev/urandom | base64 | tr -dc 'A-Za-z0-9' | cut -c -40; }
keep() {
  file="$folder/$1"
  if [ -e "$file" ]; then return; fi
  printf '%s\n' "$2" > "$file.new"
  chmod 444 "$file.new"
  mv "$file.new" "$file"
}

keep admin-token "$(letters)"
keep master-keys "k1:$(random)"
keep blobs-secret "$(letters)"
keep postgres-password "$(letters)"
keep redis-password "$(letters)"
keep redis-conf "requirepass $(cat "$folder/redis-password")
masterauth $(cat "$folder/redis-password")"
keep redis-url "redis://:$(cat "$folder/redis-password")@redis:6379"
keep redis-cache-url "redis://:$(cat "$folder/redis-password")@redis-cache:6379"
keep blobs-url "s3://reveille:$(cat "$folder/blobs-secret")@s3:7070/reveille?tls=false"
keep s3.env "ROOT_ACCESS_KEY_ID=reveille
ROOT_SECRET_ACCESS_KEY=$(cat "$folder/blobs-secret")"
keep temporal.env "POSTGRES_PWD=$(cat "$folder/postgres-password")
SQL_PASSWORD=$(cat "$folder/postgres-password")"
