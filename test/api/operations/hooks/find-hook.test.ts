import { expect, test } from 'vitest';

import { findHook } from '#api/operations/hooks/find-hook.ts';
import { silentLogger } from '#test/support/silent-logger.ts';

const lookUp = (error: Error) =>
  findHook({ hooks: { find: () => Promise.reject(error) }, logger: silentLogger }, 'token');

test('an unavailable store is a 503 that tells the sender when to retry', async () => {
  await expect(lookUp(new Error('The client is closed'))).rejects.toMatchObject({
    code: 'INTAKE_UNAVAILABLE',
    retryAfterSeconds: 5,
  });
});

test('a defect of ours is not hidden behind a 503, which senders would retry', async () => {
  const defect = new TypeError('undefined is not a function');
  await expect(lookUp(defect)).rejects.toBe(defect);
});
