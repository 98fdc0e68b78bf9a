import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type { SheetIndex } from '#store/sheet-index.ts';

interface OneWriterDeps {
  readonly index: Pick<SheetIndex, 'takeLease' | 'releaseLease'>;
  /** Lease time, after which a crashed writer is replaced; longer than any turn. */
  readonly leaseMs?: number;
  readonly waitMsMax?: number;
}

/** `keep`: do not release the lease but let it expire, because a write may still arrive. */
export type Turn<T> = { readonly result: T; readonly lease: 'release' | 'keep' };

const pollMs = 50;

/** Allows one writer per sheet at a time, across processes. `undefined`: timed out waiting. */
export function createOneWriter({ index, leaseMs = 30_000, waitMsMax = 10_000 }: OneWriterDeps) {
  const queues = new Map<string, Promise<unknown>>();

  async function inTurn<T>(sheet: string, work: () => Promise<Turn<T>>): Promise<T | undefined> {
    const deadlineMs = performance.now() + waitMsMax;
    const before = queues.get(sheet) ?? Promise.resolve();
    const mine = before.then(() => underLease(sheet, deadlineMs, work));
    // The next in line waits until this turn settles.
    const settled = mine.catch(() => undefined);
    queues.set(sheet, settled);
    try {
      return await mine;
    } finally {
      if (queues.get(sheet) === settled) queues.delete(sheet);
    }
  }

  async function underLease<T>(sheet: string, deadlineMs: number, work: () => Promise<Turn<T>>) {
    const holder = randomUUID();
    while (!(await index.takeLease(sheet, holder, leaseMs))) {
      if (performance.now() >= deadlineMs) return undefined;
      await pause(pollMs);
    }
    // After an error it is unknown what was written, so the lease is left to expire.
    const { result, lease } = await work();
    if (lease === 'release') await index.releaseLease(sheet, holder);
    return result;
  }

  return { inTurn };
}
