import { expect, it } from 'vitest';

import { liveStream } from '../../../api/console/live-stream.ts';
import type { LiveEvent } from '../../../contracts/live.ts';
import { newId } from '../../../domain/ids.ts';
import type { OnLiveEvent } from '../../../store/live.ts';

const never = 2 ** 30;

function open(heartbeatMs = never, stopping = new AbortController()) {
  const told = Promise.withResolvers<OnLiveEvent>();
  const left = Promise.withResolvers<void>();
  const stream = liveStream({
    subscribe: (onEvent) => {
      told.resolve(onEvent);
      return left.resolve;
    },
    isSignedIn: () => Promise.resolve(true),
    stopping: stopping.signal,
    heartbeatMs,
  });
  return { stream, onEvent: told.promise, left: left.promise, stopping };
}

const change = (deliveryId = newId('delivery')): LiveEvent => ({
  kind: 'change',
  deliveryId,
  automationId: newId('automation'),
  outcome: 'running',
});

/** Events until the stream asks to wait. */
function fill(onEvent: OnLiveEvent): Promise<void> {
  for (let count = 0; count < 10_000; count += 1) {
    const wait = onEvent(change());
    if (wait !== undefined) return wait;
  }
  throw new Error('the stream takes everything');
}

it('keeps events back while the reader is slow, and goes on when it reads', async () => {
  const { stream, onEvent } = open();
  const wait = fill(await onEvent);
  expect(stream.readableLength).toBeLessThan(20_000);
  stream.resume();
  await wait;
  stream.destroy();
});

it('leaves a reader that takes nothing from one heartbeat to the next', async () => {
  const { stream, onEvent, left } = open(1);
  void fill(await onEvent);
  await left;
  expect(stream.destroyed).toBe(true);
});

it('gives up its place when the reader goes away', async () => {
  const { stream, left } = open();
  stream.destroy();
  await left;
});

it('ends when the process stops, also where that began before', async () => {
  const { stream, stopping, left } = open();
  stopping.abort();
  await left;
  expect((await stream.toArray()).join('')).toBe(':\n\n');
  const late = open(never, stopping);
  expect((await late.stream.toArray()).join('')).toBe(':\n\n');
});

it('tells messages of a chat apart from deliveries', async () => {
  const { stream, onEvent, stopping } = open();
  const tell = await onEvent;
  const [messageId, conversationId] = [newId('message'), newId('conversation')];
  void tell({ kind: 'change', deliveryId: messageId, automationId: conversationId, outcome: 'succeeded' });
  stopping.abort();
  const data = JSON.stringify({ messageId, conversationId, outcome: 'succeeded' });
  expect((await stream.toArray()).join('')).toBe(`:\n\nevent: message\ndata: ${data}\n\n`);
});
