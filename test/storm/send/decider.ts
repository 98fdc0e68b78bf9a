import { setTimeout as pause } from 'node:timers/promises';

import type { Shop } from '../service/shop.ts';

interface Open {
  readonly id: string;
  readonly request: { readonly url: string };
}

const lookEveryMs = 500;

/**
 * Decides the approvals of all workspaces while a storm rages: as their address says, twice, with the opposite beside it. A
 * service that is away is asked again. `wrong`: decisions that counted beside another one.
 */
export function startDecider(shops: readonly Shop[]) {
  const stopping = new AbortController();
  const wrong: string[] = [];

  async function decide({ owner }: Shop, { id, request }: Open): Promise<void> {
    const meant = request.url.endsWith('/approved') ? 'approve' : 'refuse';
    const other = meant === 'approve' ? 'refuse' : 'approve';
    const isDone = async (decision: string) =>
      await owner.manage('POST', `/approvals/${id}`, { decision }).then(
        () => true,
        () => false,
      );
    await isDone(meant);
    // The first one may have counted although its answer was lost; the opposite comes only once that is known.
    const { state } = (await owner.manage('GET', `/approvals/${id}`)) as { state: string };
    if (state === 'open') return;
    if (await isDone(other)) wrong.push(`approval ${id} was decided twice`);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      for (const shop of shops) {
        // While the service is away there is nothing to decide.
        const open = await shop.owner.manage('GET', '/approvals?state=open').catch(() => ({ items: [] }));
        for (const one of (open as { items: readonly Open[] }).items)
          await decide(shop, one).catch(() => undefined);
      }
      await pause(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    wrong,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
