import { setImmediate as nextTurn } from 'node:timers/promises';

import type { createClient } from 'redis';

type Deleting = Pick<ReturnType<typeof createClient>, 'del'>;

/** `read-only`: the server is a replica, of which nothing but a new connection may lead to the primary. */
export type Condition = 'fit' | 'silent' | 'read-only';

/** Never written, so that its removal changes nothing and reaches neither the append-only file nor a replica. */
const absentKey = 'write-probe';

/**
 * Rejects while the server takes no writes: a replica, one that loads its data, lacks replicas, or cannot write its file.
 * A PING would be answered by most of them.
 */
export async function probeWrite(redis: Deleting): Promise<void> {
  await redis.del(absentKey);
}

/** What a connection is good for. A loss that the client knows of already is `fit`: it reconnects by itself. */
export async function conditionOf(redis: Deleting, silenceMaxMs: number): Promise<Condition> {
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

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('READONLY');
