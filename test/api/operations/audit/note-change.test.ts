import { expect, test } from 'vitest';

import { DomainError } from '#domain/domain-error.ts';
import { audited } from '#api/operations/audit/audited.ts';
import { createNoteChange, type NoteChange } from '#api/operations/audit/note-change.ts';
import type { AnyRequest } from '#api/operations/request.ts';
import { pauseAutomation } from '#api/operations/automations/pause-automation.ts';

const workspace = { id: 'ws_1', tokenName: 'T', tokenId: 'tok_1', role: 'editor' };
const request = { workspace, params: {} } as unknown as AnyRequest;

test('A change that cannot be noted is made and answered all the same, and logged', async () => {
  const logged: object[] = [];
  const error = new Error('connection lost');
  const noteChange = createNoteChange({
    auditLog: { append: () => Promise.reject(error) },
    logger: { error: (fields) => logged.push(fields) },
  });
  const answer = { status: 200, body: { id: 'aut_1' } } as const;
  const operation = { ...pauseAutomation({} as never), handle: () => answer };
  expect(await audited({ noteChange })(operation).handle(request)).toBe(answer);
  expect(logged).toMatchObject([{ error, workspaceId: 'ws_1', action: 'pauseAutomation', by: 'T' }]);
});

test.each([
  ['is refused leaves no entry', new DomainError('NOT_FOUND', 'There is no such automation'), []],
  ['meets an outage says that nobody knows', new DomainError('SERVICE_UNAVAILABLE', 'Later'), ['unknown']],
  ['fails says that nobody knows', new Error('a bug'), ['unknown']],
])('An operation that %s', async (_, error, outcomes) => {
  const noted: string[] = [];
  const noteChange: NoteChange = async (_id, { outcome }) => void noted.push(outcome);
  const operation = { ...pauseAutomation({} as never), handle: () => Promise.reject(error) };
  await expect(audited({ noteChange })(operation).handle(request)).rejects.toBe(error);
  expect(noted).toEqual(outcomes);
});
