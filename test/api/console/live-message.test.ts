import { expect, it } from 'vitest';

import { liveMessage } from '#api/console/live-message.ts';
import { newId } from '#domain/ids.ts';

const [deliveryId, automationId] = [newId('delivery'), newId('automation')];
const change = { kind: 'change', deliveryId, automationId, outcome: 'running' } as const;
const never = () => Promise.reject(new Error('nothing is read'));

it('tells a delivery with its row', async () => {
  const row = { receivedAt: '2026-11-22T10:00:00.000Z', row: '<tr>\n</tr>' };
  const data = { deliveryId, automationId, outcome: 'running', ...row };
  expect(await liveMessage(change, () => Promise.resolve(row))).toBe(
    `event: delivery\ndata: ${JSON.stringify(data)}\n\n`,
  );
});

it('tells a delivery also where its row cannot be read', async () => {
  const data = { deliveryId, automationId, outcome: 'running' };
  expect(await liveMessage(change, never)).toBe(`event: delivery\ndata: ${JSON.stringify(data)}\n\n`);
});

it('tells messages of a chat apart, and reads nothing for them', async () => {
  const [messageId, conversationId] = [newId('message'), newId('conversation')];
  const data = { messageId, conversationId, outcome: 'running' };
  expect(await liveMessage({ ...change, deliveryId: messageId, automationId: conversationId }, never)).toBe(
    `event: message\ndata: ${JSON.stringify(data)}\n\n`,
  );
});

it('tells that changes may have been missed', async () => {
  expect(await liveMessage({ kind: 'resync' }, never)).toBe('event: resync\ndata:\n\n');
});
