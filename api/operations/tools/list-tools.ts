import { type Catalogue, ResultType, searchCatalogue } from '@reveille/tools';

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
      resultType: ResultType.meta({
        description: 'How to read the result: JSON text, an entry a line, or text.',
      }),
      params: z.record(z.string(), z.unknown()),
      example: z.object({ params: z.record(z.string(), z.unknown()), result: z.string() }),
    }),
  ),
});

const ToolQuery = z.object({
  family: z.string().max(50).optional().meta({ description: 'Only this family.' }),
  q: z.string().max(200).optional().meta({
    description: 'Only tools with all these words in id, title, summary or other names; best first.',
  }),
});

export const listTools = ({ catalogue }: { readonly catalogue: Catalogue }) =>
  defineOperation({
    method: 'get',
    path: '/api/tools',
    id: 'listTools',
    access: 'public',
    summary: 'List text tools',
    description:
      'Each with its params as JSON Schema and an example. The example gives exactly the result shown, but for the family `model`: there it is one that a model may give.',
    query: ToolQuery,
    answers: { 200: json('Every tool, family by family.', ToolCatalogue) },
    handle: ({ query }) => ({ status: 200, body: { items: [...searchCatalogue(catalogue.items, query)] } }),
  });
