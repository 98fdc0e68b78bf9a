import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { loadOnce } from '#domain/load-once.ts';
import { folderOfFile } from '#test/support/temporary-folder.ts';
import { playChat } from './one-service/chat.ts';
import { filesWithCredential, playCredential } from './one-service/credential.ts';
import { playDemo } from './one-service/demo.ts';
import { playErasure } from './one-service/erasure.ts';
import { type SharedService, startSharedService } from './one-service/shared-service.ts';
import { playTrace } from './one-service/trace.ts';

/** One service for all of these, each with a workspace of its own. */
const folder = folderOfFile('reveille-start-');
let shared: SharedService;
beforeAll(async () => {
  shared = await startSharedService(folder());
});
afterAll(() => shared?.[Symbol.asyncDispose]());

/** Played once, by whichever test comes first; again after a failure. */
const trace = loadOnce(() => playTrace(shared));
const credential = loadOnce(() => playCredential(shared));

test('one trace leads from the hook to the request of the agent', async () => {
  await trace();
});

test('a credential stands nowhere: not in logs, metrics, histories or answers', async () => {
  await credential();
});

test('erased data is nowhere: not in the store, its archive, the database of Temporal or logs', async () => {
  await playErasure(shared);
});

test('leaves one agent and one automation however often it is run, and names what a delivery is refused for', async () => {
  await playDemo(shared);
});

test('a chat loses no message and sends nothing twice when its processes are killed in the middle of a turn', async () => {
  await playChat(shared);
});

describe('once the service is stopped', () => {
  let code: number | null;
  beforeAll(async () => {
    await trace();
    await credential();
    code = await shared.service.stop();
  });

  test('it has ended in order', () => {
    expect(code).toBe(0);
  });

  test('its traces told nothing that came from outside', async () => {
    const { canaries, deliveryId } = await trace();
    const sent = shared.collector.bytes();
    expect(sent.includes(deliveryId)).toBe(true);
    expect(Object.entries(canaries).filter(([, text]) => sent.includes(text))).toEqual([]);
  });

  test('a credential is in no file', async () => {
    expect(await filesWithCredential(shared, await credential())).toEqual([]);
  });
});
