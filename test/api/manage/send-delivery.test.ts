import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTokens } from '#store/token/tokens.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function newOwner() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  const send = async (body: object) => {
    const response = await owner.manage('POST', `/automations/${automation.id}/deliveries`, body);
    return { status: response.status, json: (await response.json()) as Record<string, string> };
  };
  const read = async (deliveryId: string) =>
    (await (await owner.manage('GET', `/deliveries/${deliveryId}`)).json()) as Record<string, unknown>;
  return { ...owner, automation, send, read };
}

const made = { contentType: 'application/json', body: '{"order":{"id":7}}' };

describe('a delivery that the owner sends', () => {
  it('is taken as if it had come to the hook, and is the same event there', async () => {
    const { send, read, automation } = await newOwner();
    const reference = 'Größe 7 ✓';
    const referenceUrl = 'https://shop.example.com/orders/7';
    const { status, json } = await send({ ...made, eventId: 'e-1', reference, referenceUrl });
    expect([status, json]).toEqual([
      200,
      { status: 'accepted', deliveryId: expect.any(String), eventId: 'e-1', eventIdSource: 'header' },
    ]);
    expect(await read(json['deliveryId']!)).toMatchObject({
      outcome: 'running',
      reference,
      referenceUrl,
      arrived: { contentType: 'application/json', text: made.body, sizeBytes: made.body.length },
    });
    const again = await fetch(automation.hook, {
      method: 'POST',
      headers: { 'x-service-event-id': 'e-1' },
      body: 'other',
    });
    expect(await again.json()).toMatchObject({ status: 'duplicate', deliveryId: json['deliveryId'] });
    expect((await send({ ...made, eventId: 'e-1' })).json).toMatchObject({ status: 'duplicate' });
  });

  it('has the event id of its body where no other is given', async () => {
    const { send } = await newOwner();
    expect((await send({ ...made, body: '{"event_id":"in-body"}' })).json).toMatchObject({
      eventId: 'in-body',
      eventIdSource: 'event_id',
    });
    expect((await send(made)).json).toMatchObject({ eventIdSource: 'payload' });
  });

  it('is skipped by a paused automation, and refused by one that is gone', async () => {
    const { send, manage, automation } = await newOwner();
    await manage('POST', `/automations/${automation.id}/pause`);
    expect((await send(made)).json).toEqual({ status: 'skipped', reason: 'paused' });
    await manage('DELETE', `/automations/${automation.id}`);
    expect((await send(made)).status).toBe(404);
  });

  it.each([
    [{ contentType: '' }, 400, 'contentType: must not be blank'],
    [{ reference: 'two\nlines' }, 400, 'reference: must be one line of text'],
    [{ body: 'x'.repeat(1_000_001) }, 413, 'larger than 1,000,000 bytes'],
  ])('is refused where no sender could have sent it: %#', async (change, status, message) => {
    const { send } = await newOwner();
    const refused = await send({ ...made, ...change });
    expect([refused.status, refused.json['message']]).toEqual([status, expect.stringContaining(message)]);
  });

  it('may hold what a hook takes, also where every character is escaped', async () => {
    const { send } = await newOwner();
    const body = '\u0001'.repeat(1_000_000);
    expect((await send({ contentType: 'text/plain', body })).json).toMatchObject({ status: 'accepted' });
  });

  it('is not for viewers, nor for other workspaces', async () => {
    const { workspace, automation } = await newOwner();
    const { token } = await createTokens(api).create(workspace.id, { name: 'V', role: 'viewer' });
    const path = `/manage/automations/${automation.id}/deliveries`;
    const post = (bearer: string) =>
      fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(made),
      });
    expect((await post(token)).status).toBe(403);
    expect((await post((await api.newOwner()).workspace.token)).status).toBe(404);
  });
});
