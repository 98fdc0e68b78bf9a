import { z } from 'zod';

import { ApiOperation } from '#contracts/api.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { idParam } from '../path-params.ts';
import { documentBody, type DocumentDeps, documentUrl, givenDocument } from './given-document.ts';

const Preview = z.object({
  title: z.string().describe('The title in the document. Text of others.'),
  version: z.string().describe('The version that the document says it has.'),
  digest: z.string().describe('SHA-256 of the document.'),
  basePath: z.string().describe('The path that all its servers have, to be confirmed. Empty: none.'),
  count: z.int().describe('How many operations can be chosen.'),
  operations: z
    .array(ApiOperation.pick({ name: true, method: true, path: true, summary: true }))
    .describe('All of them, in its order.'),
  leftOut: z
    .array(
      z.object({
        operation: z.string().describe('Its method and path.'),
        why: z.string().describe('The reason, as the end of a sentence.'),
      }),
    )
    .describe('Operations that cannot be chosen.'),
});

interface Deps extends DocumentDeps {
  readonly agents: Pick<Agents, 'find'>;
}

export const previewApi = ({ agents, ...deps }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/apis/preview',
    id: 'previewApi',
    access: 'owner',
    summary: 'Look at the operations of a document',
    description: 'Nothing is stored.',
    params: { agentId: idParam('agent') },
    query: z.object({ documentUrl }),
    body: documentBody,
    answers: { 200: json('The content of the document.', Preview) },
    refusals: ['INVALID_REQUEST', 'INVALID_DOCUMENT', 'OUTBOUND_FAILED'],
    handle: async ({ workspace, params, query, body }) => {
      await agentScope(agents, workspace.id, params.agentId);
      const given = await givenDocument(deps, workspace.id, { sent: await body(), url: query.documentUrl });
      const { title, version, digest, basePath, operations, leftOut } = given;
      const shown = operations.map(({ name, method, path, summary }) => ({ name, method, path, summary }));
      const count = operations.length;
      return { status: 200, body: { title, version, digest, basePath, count, operations: shown, leftOut } };
    },
  });
