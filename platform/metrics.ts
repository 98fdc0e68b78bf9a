import { createServer } from 'node:http';

import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics of the API process. Low-cardinality labels only: no ids, no request paths. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'reveille_http_request_seconds',
      help: 'HTTP requests, by part of the address space and status',
      labelNames: ['part', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

/** Serves `GET /metrics` on a separate port. */
export async function serveMetrics(registry: Registry, { host, port }: { host: string; port: number }) {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(port, host, listening.resolve);
  await listening.promise;
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        // A scrape is repeated; a connection that sends nothing would hold up the stop.
        server.closeAllConnections();
      }),
  };
}
