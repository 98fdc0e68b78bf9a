import { setTimeout as pause } from 'node:timers/promises';

import { sendOnce } from '../send/send-once.ts';

interface Load {
  readonly urls: readonly string[];
  /** Over all addresses, which take turns. */
  readonly perSecond: number;
  readonly durationMs: number;
  /** Makes event ids of this load differ from those of any other. */
  readonly name: string;
}

export interface LoadResult {
  /** Milliseconds until the answer, for each that was accepted. */
  readonly acceptedMs: readonly number[];
  /** Every other result, by status or `nothing`. */
  readonly others: ReadonlyMap<string, number>;
}

/** Sends deliveries at a fixed rate, each an event of its own, whether or not earlier ones are answered yet. */
export async function steadyLoad({ urls, perSecond, durationMs, name }: Load): Promise<LoadResult> {
  const acceptedMs: number[] = [];
  const others = new Map<string, number>();
  const sending: Promise<void>[] = [];
  const startedAt = performance.now();
  const total = Math.round((durationMs / 1_000) * perSecond);
  for (let index = 0; index < total; index += 1) {
    await pause(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()));
    sending.push(deliver(index));
  }
  await Promise.all(sending);
  return { acceptedMs, others };

  async function deliver(index: number): Promise<void> {
    const sentAt = performance.now();
    const result = await sendOnce(urls[index % urls.length]!, {
      headers: { 'content-type': 'application/json', 'x-service-event-id': `${name}-${index}` },
      body: JSON.stringify({ order: `${name}-${index}`, status: 'open' }),
    });
    if (result.kind === 'taken') acceptedMs.push(performance.now() - sentAt);
    else {
      const how = result.kind === 'refused' ? `${result.status} ${result.code}` : result.kind;
      others.set(how, (others.get(how) ?? 0) + 1);
    }
  }
}
