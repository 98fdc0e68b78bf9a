import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { loadRecords } from '../support/load-records.ts';
import { earlierReleases, readOfRelease } from '../support/releases.ts';
import { startApi } from '../support/service.ts';

interface Answers {
  readonly token: string;
  /** What the management API of that release answered, by path. */
  readonly answers: Readonly<Record<string, object>>;
  readonly bodies: Readonly<Record<string, string>>;
}

/** A database of its own: it holds what the release left. */
const settings = {
  REDIS_URL: `${inject('redisUrl').replace(/\/$/, '')}/9`,
  MODEL: 'openai-compatible/m',
  MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
  MASTER_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(settings);
});
afterAll(() => api[Symbol.asyncDispose]());

const reader = (token: string) => async (path: string) =>
  await fetch(`${api.url}/manage${path}`, { headers: { authorization: `Bearer ${token}` } });

describe.each(await earlierReleases())('what release %s left', (release) => {
  test('is answered by the API of today as by that of the release', async () => {
    await loadRecords(api.redis, release);
    const { token, answers, bodies } = await readOfRelease<Answers>(release, 'answers.json');
    const read = reader(token);
    for (const [path, answer] of Object.entries(answers)) {
      const response = await read(path);
      // Members may have been added since, at every depth.
      expect.soft({ path, status: response.status, answer: await response.json() }).toMatchObject({
        path,
        status: 200,
        answer,
      });
    }
    for (const [path, body] of Object.entries(bodies)) {
      const bytes = Buffer.from(await (await read(path)).arrayBuffer());
      expect([path, bytes.toString('base64')]).toEqual([path, body]);
    }
  });
});
