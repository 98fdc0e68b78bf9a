import type { Worker } from '@temporalio/worker';

import type { ProbeDeps } from '#platform/probe-parts.ts';
import type { StatusPages } from '#platform/status-server.ts';

interface Health extends ProbeDeps {
  /** Our own metrics. */
  readonly registry: { readonly metrics: () => Promise<string> };
  /** The port on loopback where the SDK serves its metrics. */
  readonly sdkMetricsPort: number;
  readonly workers: readonly Pick<Worker, 'getState'>[];
}

const timeoutMs = 3_000;

/**
 * Pages of a worker process for monitoring: `/healthz`, `/readyz`, which also asks the parts that it needs, and `/metrics`,
 * its own and those of the SDK. The SDK would serve its own from a thread that also answers while this process hangs.
 */
export const healthPages = ({ registry, sdkMetricsPort, workers, probeParts }: Health): StatusPages => ({
  '/healthz': () => {
    const states = workers.map((worker) => worker.getState());
    const isRunning = isPolling(workers);
    const text = JSON.stringify({ status: isRunning ? 'polling' : 'not polling', states });
    return Promise.resolve({ status: isRunning ? 200 : 503, contentType: 'application/json', text });
  },
  '/readyz': async () => {
    const failed = (await probeParts()).filter(({ state }) => state !== 'ready');
    const missing = [...failed.map(({ name }) => name), ...(isPolling(workers) ? [] : ['temporal'])];
    const isReady = missing.length === 0;
    const text = JSON.stringify(isReady ? { status: 'ready' } : { code: 'NOT_READY', missing });
    return { status: isReady ? 200 : 503, contentType: 'application/json', text };
  },
  '/metrics': async () => {
    const response = await fetch(`http://127.0.0.1:${sdkMetricsPort}/metrics`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const contentType = response.headers.get('content-type') ?? 'text/plain';
    const text = `${await response.text()}\n${await registry.metrics()}`;
    return { status: response.status, contentType, text };
  },
});

const isPolling = (workers: Health['workers']) => workers.every((worker) => worker.getState() === 'RUNNING');
