#!/bin/sh
# Creates Temporal's two databases and migrates their schemas. Idempotent.
set -eu

for store in temporal visibility; do
  database=temporal
  if [ "$store" = visibility ]; then database=temporal_visibility; fi
  export SQL_DATABASE="$database"
  temporal-sql-tool create-database
  temporal-sql-tool setup-schema --version 0.0
  temporal-sql-tool update-schema --schema-name "postgresql/v12/$store"
done
