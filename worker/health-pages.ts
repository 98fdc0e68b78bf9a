import type { Worker } from '@temporalio/worker';

import type { StatusPages } from '../platform/status-server.ts';

interface Health {
  /** The port on loopback where the SDK serves its metrics. */
  readonly sdkMetricsPort: number;
  readonly workers: readonly Pick<Worker, 'getState'>[];
}

const timeoutMs = 3_000;

/**
 * What a worker process serves to monitoring: `/healthz`, and the metrics of the SDK at `/metrics`. The SDK would serve
 * them from a thread of its own, which also answers while this process does nothing else any more.
 */
export const healthPages = ({ sdkMetricsPort, workers }: Health): StatusPages => ({
  '/healthz': () => {
    const states = workers.map((worker) => worker.getState());
    const isRunning = states.every((state) => state === 'RUNNING');
    const text = JSON.stringify({ status: isRunning ? 'polling' : 'not polling', states });
    return Promise.resolve({ status: isRunning ? 200 : 503, contentType: 'application/json', text });
  },
  '/metrics': async () => {
    const response = await fetch(`http://127.0.0.1:${sdkMetricsPort}/metrics`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const contentType = response.headers.get('content-type') ?? 'text/plain';
    return { status: response.status, contentType, text: await response.text() };
  },
});
