import { expect, test } from 'vitest';

import type { NewDecision } from '#contracts/decision.ts';
import { loggedOnTheWay } from '#worker/compose/decisions.ts';

const scope = { workspaceId: 'ws_1', agentId: 'agt_1' };
const decision = { host: 'api.example.com' } as NewDecision;

test('a request goes on while its decision is written', async () => {
  const written: NewDecision[] = [];
  const append = (_: unknown, given: NewDecision) => {
    written.push(given);
    return new Promise<void>(() => undefined);
  };
  await loggedOnTheWay({ append }, { error: () => undefined }).append(scope, decision);
  expect(written).toEqual([decision]);
});

test('operators are told of a decision that cannot be recorded', async () => {
  const told = Promise.withResolvers<object>();
  const append = () => Promise.reject(new Error('The connection is lost'));
  await loggedOnTheWay({ append }, { error: told.resolve }).append(scope, decision);
  expect(await told.promise).toMatchObject({ ...scope, host: 'api.example.com', err: expect.any(Error) });
});
