import { expect, test } from 'vitest';

import { newId } from '#domain/ids.ts';
import { chatIds } from '#domain/chat-id.ts';
import { readRunRef, runIdOf, runOwnerOf } from '#domain/run-ref.ts';

const workspaceId = 'ws_1';

test('a tagged run is taken as it is', () => {
  const delivery = { kind: 'delivery', workspaceId, automationId: 'aut_1', deliveryId: 'msg_1' } as const;
  const message = { kind: 'message', workspaceId, conversationId: 'cnv_1', messageId: 'dlv_1' } as const;
  expect([readRunRef(delivery), readRunRef(message)]).toEqual([delivery, message]);
});

test('an untagged run whose id is that of a delivery processes a delivery', () => {
  const untagged = { workspaceId, automationId: newId('automation'), deliveryId: newId('delivery') };
  expect(readRunRef(untagged)).toEqual({ kind: 'delivery', ...untagged });
});

test.each([null, 'key-of-the-sender'])(
  'an untagged run whose id is that of a message (idempotency key %j) answers a message',
  (idempotencyKey) => {
    const ids = chatIds('agt_1', { conversationId: null, idempotencyKey });
    const untagged = { workspaceId, automationId: ids.conversationId, deliveryId: ids.messageId };
    expect(readRunRef(untagged)).toEqual({ kind: 'message', workspaceId, ...ids });
  },
);

test('the id and the owner of a run are those of what it works on', () => {
  const delivery = { kind: 'delivery', workspaceId, automationId: 'aut_1', deliveryId: 'dlv_1' } as const;
  const message = { kind: 'message', workspaceId, conversationId: 'cnv_1', messageId: 'msg_1' } as const;
  expect([delivery, message].map((run) => [runIdOf(run), runOwnerOf(run)])).toEqual([
    ['dlv_1', 'aut_1'],
    ['msg_1', 'cnv_1'],
  ]);
});
