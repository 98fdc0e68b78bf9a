#!/bin/sh
# Writes docker-compose.digests.yml, which pins every image of docker-compose.yml by the digest that its registry has now:
#
#   sh deploy/pin-images.sh
#   docker compose -f docker-compose.yml -f docker-compose.digests.yml up
#
# Needs Docker with buildx, and a way to the registries. Look at the difference before you take a new digest.
set -eu
file=docker-compose.digests.yml
docker compose --profile '*' config |
  awk '/^[a-z]/ { inside = /^services:/ } inside && /^  [a-z]/ { sub(/:.*/, ""); name = $1 } inside && /^    image:/ { print name, $2 }' |
  {
    echo 'services:'
    while read -r name image; do
      case $image in reveille:*) continue ;; esac
      digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
      printf '  %s:\n    image: %s@%s\n' "$name" "${image%@*}" "$digest"
    done
  } > "$file.new"
mv "$file.new" "$file"
