import type { createClient } from '@redis/client';

import { withTimeout } from '#domain/with-timeout.ts';

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

/** The state of a connection. A loss that the client knows of already is `fit`: it reconnects by itself. */
export async function conditionOf(redis: Writing, silenceMaxMs: number): Promise<Condition> {
  const answer = probeWrite(redis).then(
    (): Condition => 'fit',
    (error: unknown) => (isReadOnly(error) ? 'read-only' : 'fit'),
  );
  return await withTimeout(answer, silenceMaxMs).catch(() => 'silent');
}

/** Whether a server refused a write because its memory is full; it goes on reading, and room is made by removals. */
export const isMemoryFull = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('OOM ');

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('READONLY');
