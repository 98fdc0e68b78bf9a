import { expect, test } from 'vitest';

import { audited } from '#api/operations/audit/audited.ts';
import { createNoteChange } from '#api/operations/audit/note-change.ts';
import type { AnyRequest } from '#api/operations/request.ts';
import { pauseAutomation } from '#api/operations/automations/pause-automation.ts';

test('A change that cannot be noted is made and answered all the same, and logged', async () => {
  const logged: object[] = [];
  const error = new Error('connection lost');
  const noteChange = createNoteChange({
    auditLog: { append: () => Promise.reject(error) },
    logger: { error: (fields) => logged.push(fields) },
  });
  const answer = { status: 200, body: { id: 'aut_1' } } as const;
  const operation = { ...pauseAutomation({} as never), handle: () => answer };
  const request = { workspace: { id: 'ws_1', tokenName: 'T', tokenId: 'tok_1', role: 'editor' }, params: {} };
  expect(await audited({ noteChange })(operation).handle(request as unknown as AnyRequest)).toBe(answer);
  expect(logged).toMatchObject([{ error, workspaceId: 'ws_1', action: 'pauseAutomation', by: 'T' }]);
});
