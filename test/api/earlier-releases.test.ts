import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { openBlobs } from '#blobs/open.ts';
import { createArchiver } from '#store/archive/archiver.ts';
import { createOlderDeliveries } from '#store/archive/older-deliveries.ts';
import { records } from '#store/records/index.ts';
import { loadRecords, savedRecords } from '#test/support/load-records.ts';
import { earlierReleases, readOfRelease } from '#test/support/releases.ts';
import { startApi } from '#test/support/service.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';

interface Answers {
  readonly token: string;
  /** The answers of that release's management API, by path. */
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

const folder = folderOfFile('earlier-releases-');
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi({ ...settings, DATA_DIR: folder() });
});
afterAll(() => api[Symbol.asyncDispose]());

const reader = (token: string) => async (path: string) =>
  await fetch(`${api.url}/manage${path}`, { headers: { authorization: `Bearer ${token}` } });

describe.each(await earlierReleases())('the records of release %s', (release) => {
  test('is answered by the API of today as by that of the release, also once it is archived', async () => {
    await loadRecords(api.redis, release);
    await expectAnswersOf(release);
    await archive(release);
    await expectAnswersOf(release);
  });
});

async function expectAnswersOf(release: string): Promise<void> {
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
}

/** Sweeps of the three days after an upgrade, which came when the last run of the release had ended. */
async function archive(release: string): Promise<void> {
  const { redis, config } = api;
  const { workspaceIds, archivable, endedAt } = await storedBy(release);
  for (const days of [0, 1, 3]) {
    const now = () => endedAt + days * 86_400_000;
    const { catchUp } = createOlderDeliveries({ redis, now });
    const { archiveEnded } = createArchiver({ redis, blobs: openBlobs(config), archiveAfterHours: 48, now });
    const passes = [];
    for (const workspaceId of workspaceIds) {
      expect(await catchUp(workspaceId)).toMatchObject({ failures: [] });
      passes.push(await archiveEnded(workspaceId));
    }
    expect(passes.flatMap(({ failures }) => failures)).toEqual([]);
    const archived = passes.reduce((sum, { done }) => sum + done, 0);
    expect([days, archived]).toEqual([days, days === 3 ? archivable.length : 0]);
  }
  for (const key of archivable) expect(await redis.hGet(key, 'archive')).not.toBeNull();
}

async function storedBy(release: string) {
  const saved = await savedRecords(release);
  const isEnded = ({ value }: (typeof saved)[number]) => {
    const { kind, phase, outcome, reason } = value as Record<string, string>;
    return kind !== 'message' && phase === 'confirmed' && outcome !== 'running' && reason !== 'paused';
  };
  const runs = saved.filter(({ key }) => records.run.key.matches(key));
  return {
    workspaceIds: saved.flatMap(({ key, value }) =>
      records.workspace.key.matches(key) ? [(value as Record<string, string>)['id'] ?? ''] : [],
    ),
    archivable: runs.filter(isEnded).map(({ key }) => key),
    endedAt: Math.max(
      ...runs.map(({ value }) => Number((value as Record<string, string>)['finishedAt'] ?? 0)),
    ),
  };
}
