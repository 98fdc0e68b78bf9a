import { expect, test, vi } from 'vitest';

import { withTimeout } from '#domain/with-timeout.ts';

const never = new Promise<never>(() => undefined);

test('work that ends in time gives its result or its error', async () => {
  expect(await withTimeout(Promise.resolve(1), 60_000)).toBe(1);
  await expect(withTimeout(Promise.reject(new Error('refused')), 60_000)).rejects.toThrow('refused');
});

test('work that takes too long is given up, in the words of its caller', async () => {
  await expect(withTimeout(never, 1)).rejects.toThrow('No answer within 1 ms');
  await expect(withTimeout(never, 1, 'Nobody came')).rejects.toThrow('Nobody came');
});

test('an answer that had come while the process was busy counts', async () => {
  const { port1, port2 } = new MessageChannel();
  const answer = Promise.withResolvers<string>();
  port1.once('message', answer.resolve);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const awaited = withTimeout(answer.promise, 5);
    port2.postMessage('in time');
    // The timer fires before the loop reads the message.
    vi.advanceTimersByTime(5);
    expect(await awaited).toBe('in time');
  } finally {
    vi.useRealTimers();
    port1.close();
  }
});
