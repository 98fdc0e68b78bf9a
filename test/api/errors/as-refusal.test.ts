import { ToolError } from '@reveille/tools';
import { expect, test } from 'vitest';

import { asRefusal } from '#api/errors/as-refusal.ts';

test('the refusal of a tool keeps its code, its sentence, its hint and its field', () => {
  const error = new ToolError('INVALID_REQUEST', 'params.count must be a number.', {
    hint: 'Send one.',
    field: 'params.count',
  });
  const { code, message, hint, field } = error;
  expect(asRefusal(error)).toMatchObject({ code, message, hint, field });
  expect(asRefusal(new ToolError('TOOL_LIMIT_EXCEEDED', 'It is too long.'))).toMatchObject({ field: null });
});
