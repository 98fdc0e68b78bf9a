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
