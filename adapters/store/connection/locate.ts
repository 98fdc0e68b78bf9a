import { setTimeout as pause } from 'node:timers/promises';

import type { RedisAccess, RedisAddress, ServerAddress } from '#domain/redis-url.ts';
import { createSentinels } from './sentinels.ts';

export type OneServer = Extract<RedisAddress, { kind: 'server' | 'sentinel' }>;
export type Target = { readonly url: string } | (ServerAddress & { readonly access: RedisAccess });

const againAfterMs = 1_000;

export function locatorOf(address: OneServer) {
  if (address.kind === 'server') {
    const target: Target = { url: address.url };
    return { canMove: false, find: () => Promise.resolve(target), close: () => undefined };
  }
  const { access } = address;
  const sentinels = createSentinels(address);
  let asked: Promise<Target> | null = null;
  /** Callers that ask while an answer is awaited share it. */
  function find(): Promise<Target> {
    asked ??= sentinels
      .primary()
      .then((found) => ({ ...found, access }))
      .finally(() => {
        asked = null;
      });
    return asked;
  }
  return { canMove: true, find, close: sentinels.close };
}

/** Asks until it is told; `onError` gets every failure. */
export async function untilFound(
  find: () => Promise<Target>,
  onError: (error: Error) => void,
): Promise<Target> {
  for (;;) {
    try {
      return await find();
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
      await pause(againAfterMs);
    }
  }
}
