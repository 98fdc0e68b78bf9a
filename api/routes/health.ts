import { Router } from '@koa/router';

import { DomainError } from '../../domain/domain-error.ts';
import type { AppState } from '../state.ts';

/** What the service leans on; each probe rejects while it is away. */
export type Probes = Readonly<Record<string, () => Promise<unknown>>>;

const probeTimeoutMs = 2_000;

/** For orchestrators: the process is up; and it can work, or the names of what it misses. */
export function healthRouter({ probes }: { probes: Probes }) {
  const router = new Router<AppState>();
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const names = Object.keys(probes);
    const results = await Promise.allSettled(Object.values(probes).map((probe) => withTimeout(probe())));
    const missing = names.filter((_, index) => results[index]?.status === 'rejected');
    if (missing.length > 0) {
      throw new DomainError('NOT_READY', `Not reachable: ${missing.join(', ')}`, { members: { missing } });
    }
    ctx.body = { status: 'ready' };
  });
  return router;
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), probeTimeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
