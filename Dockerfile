FROM node:24.21.0-bookworm-slim

# Temporal's native client reads the system's certificates.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
ENV NODE_ENV=production

# No install scripts: the only one that does anything fetches the pinned Node, which is this image.
COPY package.json package-lock.json .npmrc ./
COPY packages/pdf/package.json packages/pdf/
COPY packages/tools/package.json packages/tools/
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

COPY . .
# Bundling the workflows takes a second at every start; here it is done once.
RUN node --input-type=module --eval "const { workflowBundle } = await import('./worker/bundle.ts'); await workflowBundle(); await workflowBundle({ isTraced: true });" \
  && mkdir /data && chown node:node /data

USER node
ENV HOST=0.0.0.0 DATA_DIR=/data
# Memory that large bodies took once is free again afterwards; `npm start` does it as well (bin/supervisor).
ENV NODE_OPTIONS=--max-semi-space-size=16 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
VOLUME /data
EXPOSE 8080 9464
CMD ["node", "api/main.ts"]
