import type { Catalogue } from '@reveille/tools';

import { z } from 'zod';

import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

const ToolCatalogue = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      family: z.string(),
      title: z.string(),
      summary: z.string(),
      params: z.record(z.string(), z.unknown()),
      example: z.object({ params: z.record(z.string(), z.unknown()), result: z.string() }),
    }),
  ),
});

export const listTools = ({ catalogue }: { readonly catalogue: Catalogue }) =>
  defineOperation({
    method: 'get',
    path: '/api/tools',
    id: 'listTools',
    access: 'public',
    summary: 'List every text tool',
    description:
      'Each with its params as JSON Schema and an example. The example gives exactly the result shown, but for the family `model`: there it is one that a model may give.',
    answers: { 200: json('Every tool, family by family.', ToolCatalogue) },
    handle: () => ({ status: 200, body: catalogue }),
  });
