import { setImmediate as nextTurn } from 'node:timers/promises';

import type { createClient } from '@redis/client';

type Writing = Pick<ReturnType<typeof createClient>, 'set'>;

/** `read-only`: the server is a replica, of which nothing but a new connection may lead to the primary. */
export type Condition = 'fit' | 'silent' | 'read-only';

/** Never written, so that replacing it changes nothing and reaches neither the append-only file nor a replica. */
const absentKey = 'write-probe';

/**
 * Rejects while the server takes no writes: a replica, one that loads its data, lacks replicas, cannot write its file, or
 * has no memory left. A PING would be answered by most of them, and a removal by one whose memory is full.
 */
export async function probeWrite(redis: Writing): Promise<void> {
  await redis.set(absentKey, '', { condition: 'XX' });
}

/** What a connection is good for. A loss that the client knows of already is `fit`: it reconnects by itself. */
export async function conditionOf(redis: Writing, silenceMaxMs: number): Promise<Condition> {
  let condition: Condition = 'silent';
  const answer = probeWrite(redis).then(
    () => (condition = 'fit'),
    (error: unknown) => (condition = isReadOnly(error) ? 'read-only' : 'fit'),
  );
  const silence = Promise.withResolvers<void>();
  const timer = setTimeout(silence.resolve, silenceMaxMs);
  await Promise.race([answer, silence.promise]);
  clearTimeout(timer);
  // If this process was suspended, the answer may already have arrived.
  await nextTurn();
  return condition;
}

/** Whether a server refused a write because its memory is full; it goes on reading, and room is made by removals. */
export const isMemoryFull = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('OOM ');

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('READONLY');
