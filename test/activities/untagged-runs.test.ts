import { expect, test } from 'vitest';

import { takingUntaggedRuns } from '#activities/untagged-runs.ts';
import type { RunRef } from '#contracts/run.ts';

/** Calls an activity with the input that Temporal kept of a call scheduled earlier. */
async function callWith(input: object) {
  const seen: unknown[] = [];
  const { readPage } = takingUntaggedRuns({
    readPage: async (run: RunRef, callId: string) => void seen.push(run, callId),
  });
  await readPage(input as RunRef, 'c1');
  return seen;
}

test('an activity that was scheduled for an untagged delivery gets a tagged one', async () => {
  const untagged = { workspaceId: 'ws_1', automationId: 'aut_1', deliveryId: 'dlv_1' };
  expect(await callWith(untagged)).toEqual([{ kind: 'delivery', ...untagged }, 'c1']);
});

test('an activity that was scheduled for an untagged message gets a tagged one', async () => {
  const untagged = { workspaceId: 'ws_1', automationId: 'cnv_1', deliveryId: 'msg_1' };
  const message = { kind: 'message', workspaceId: 'ws_1', conversationId: 'cnv_1', messageId: 'msg_1' };
  expect(await callWith(untagged)).toEqual([message, 'c1']);
});
