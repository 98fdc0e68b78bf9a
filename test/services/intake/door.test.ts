import { expect, it } from 'vitest';
import { createBodyTurns } from '#api/compose/door.ts';
import { largeBodyBytes } from '#domain/large-body.ts';
import { createDoor, type DoorRequest } from '#intake/door.ts';
import type { SenderSettings } from '#store/automation/automations.ts';

it('takes large deliveries a few at a time, and a small one beside them', async () => {
  const hook = { workspaceId: 'ws_1', automationId: 'aut_1' };
  const known: SenderSettings = {
    senderId: 'generic',
    version: 0,
    custom: null,
    secret: null,
    former: null,
    form: null,
    eventIdFrom: null,
    payloadDedupe: true,
  };
  const begun: number[] = [];
  const storeAnswers = Promise.withResolvers<void>();
  const door = createDoor({
    settings: { remembered: () => known },
    verdicts: { judge: () => Promise.resolve({}) },
    loopLinks: { read: () => null },
    recognition: { look: () => undefined },
    bodyTurns: createBodyTurns(),
    intake: {
      async receiveFrom(_: unknown, { body }: { body: Buffer }) {
        begun.push(body.byteLength);
        if (body.byteLength > largeBodyBytes) await storeAnswers.promise;
        return { status: 'retired' };
      },
    },
  } as unknown as Parameters<typeof createDoor>[0]);
  const request = (bytes: number): DoorRequest => ({
    method: 'POST',
    client: '192.0.2.1',
    url: 'https://example.com/hooks/x',
    headers: {},
    eventIdHeader: [],
    body: Buffer.alloc(bytes, 'x'),
    encodedBody: null,
  });
  const large = largeBodyBytes + 1;
  const all = Array.from({ length: 20 }, () => door.enter(hook, request(large)));
  expect(await door.enter(hook, request(10))).toMatchObject({ receipt: { status: 'retired' } });
  expect(begun.toSorted((one, other) => one - other)).toEqual([
    10,
    ...Array.from({ length: 8 }, () => large),
  ]);
  storeAnswers.resolve();
  await Promise.all(all);
  expect(begun.length).toBe(21);
});
