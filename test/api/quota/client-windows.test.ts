import { describe, expect, it } from 'vitest';

import { createClientWindows } from '../../../api/quota/client-windows.ts';
import type { WindowCount } from '../../../store/quota.ts';

const windowMs = 60_000;

/** Shared counts that other processes add to as well; an answer comes when the test says so. */
function sharedCounts() {
  const asked: number[] = [];
  let used = 0;
  let gate = Promise.withResolvers<void>();
  let isAway = false;
  return {
    asked,
    async countShared(_: string, requests: number): Promise<WindowCount | null> {
      asked.push(requests);
      await gate.promise;
      if (isAway) return null;
      used += requests;
      return { used, leftMs: windowMs };
    },
    open: () => gate.resolve(),
    close: () => (gate = Promise.withResolvers<void>()),
    elsewhere: (requests: number) => (used += requests),
    goAway: () => (isAway = true),
  };
}

const usedOf = async (counts: readonly (WindowCount | Promise<WindowCount>)[]) =>
  (await Promise.all(counts.map((count) => Promise.resolve(count)))).map(({ used }) => used);

describe('requests of one client at the same moment', () => {
  it('are counted in two messages, and each has a place of its own, in their order', async () => {
    const shared = sharedCounts();
    const windows = createClientWindows({ ...shared, windowMs, usedMaxFromMemory: 0, now: Date.now });
    const counts = Array.from({ length: 50 }, () => windows.count('a', 1));
    shared.open();
    expect(await usedOf(counts)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(shared.asked).toEqual([1, 49]);
  });

  it('come after those that other processes counted meanwhile', async () => {
    const shared = sharedCounts();
    const windows = createClientWindows({ ...shared, windowMs, usedMaxFromMemory: 0, now: Date.now });
    shared.elsewhere(7);
    const counts = [windows.count('a', 1), windows.count('a', 1)];
    shared.open();
    expect(await usedOf(counts)).toEqual([8, 9]);
  });

  it('do not wait for those of another client', async () => {
    const asked: string[] = [];
    const windows = createClientWindows({
      countShared: (client) => {
        asked.push(client);
        return client === 'slow'
          ? new Promise<never>(() => undefined)
          : Promise.resolve({ used: 1, leftMs: 1000 });
      },
      windowMs,
      usedMaxFromMemory: 0,
      now: Date.now,
    });
    void windows.count('slow', 1);
    expect((await windows.count('quick', 1)).used).toBe(1);
    expect(asked).toEqual(['slow', 'quick']);
  });
});

describe('far from the limit', () => {
  it('a request is answered from memory and counted soon after; near it, only when it is counted', async () => {
    const shared = sharedCounts();
    const windows = createClientWindows({ ...shared, windowMs, usedMaxFromMemory: 3, now: Date.now });
    shared.open();
    await windows.count('a', 1);
    shared.close();
    const fromMemory = [windows.count('a', 1), windows.count('a', 1)];
    expect(fromMemory).toEqual([
      { used: 2, leftMs: expect.any(Number) },
      { used: 3, leftMs: expect.any(Number) },
    ]);
    await expect.poll(() => shared.asked).toEqual([1, 2]);
    const waiting = windows.count('a', 1);
    expect(waiting).toBeInstanceOf(Promise);
    shared.open();
    expect((await waiting).used).toBe(4);
    expect(shared.asked).toEqual([1, 2, 1]);
  });

  it('a window that is over is asked for anew', async () => {
    let nowMs = 1_000_000;
    const shared = sharedCounts();
    shared.open();
    const windows = createClientWindows({ ...shared, windowMs, usedMaxFromMemory: 100, now: () => nowMs });
    await windows.count('a', 1);
    expect(windows.count('a', 1)).not.toBeInstanceOf(Promise);
    nowMs += windowMs;
    expect(windows.count('a', 1)).toBeInstanceOf(Promise);
  });
});

describe('without the shared counts', () => {
  it('the process counts on from where the client stood, and anew when the window is over', async () => {
    let nowMs = 1_000_000;
    const shared = sharedCounts();
    shared.open();
    const windows = createClientWindows({ ...shared, windowMs, usedMaxFromMemory: 0, now: () => nowMs });
    expect(await windows.count('a', 1)).toEqual({ used: 1, leftMs: windowMs });
    shared.goAway();
    nowMs += 1000;
    expect(await windows.count('a', 1)).toEqual({ used: 2, leftMs: windowMs - 1000 });
    nowMs += windowMs;
    expect(await windows.count('a', 1)).toEqual({ used: 1, leftMs: windowMs });
  });
});
