import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { liveStream } from '#api/console/live-stream.ts';
import type { LiveEvent } from '#contracts/live.ts';
import { newId } from '#domain/ids.ts';
import type { OnLiveEvent } from '#store/live/live.ts';

const never = 2 ** 30;

function open(heartbeatMs = never, stopping = new AbortController()) {
  const told = Promise.withResolvers<OnLiveEvent>();
  const left = Promise.withResolvers<void>();
  const stream = liveStream({
    subscribe: (onEvent) => {
      told.resolve(onEvent);
      return left.resolve;
    },
    tell: (event) => `event: ${event.kind}\ndata: ${'x'.repeat(100)}\n\n`,
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

/** Tells one event after the other until the stream is full; the last one waits. */
async function fill(stream: Readable, onEvent: OnLiveEvent) {
  for (;;) {
    const told = onEvent(change());
    await nextTurn();
    if (stream.readableLength >= stream.readableHighWaterMark) return { told };
  }
}

it('keeps events back while the reader is slow, and goes on when it reads', async () => {
  const { stream, onEvent } = open();
  const { told } = await fill(stream, await onEvent);
  expect(stream.readableLength).toBeLessThan(20_000);
  stream.resume();
  await told;
  stream.destroy();
});

it('leaves a reader that takes nothing from one heartbeat to the next', async () => {
  const { stream, onEvent, left } = open(1);
  await fill(stream, await onEvent);
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
