import { z } from 'zod';

import { differencesOf } from '#apis/differences.ts';
import type { StoredApi } from '#contracts/api.ts';
import type { AgentScope } from '#contracts/policy.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { Api, apiParams, apiView, findApi } from './api-view.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'operations'>;
}

export const ApiWithDifferences = Api.extend({
  differences: z
    .object({
      added: z.array(z.string()).describe('Operations that are new in it. None of them is chosen.'),
      removed: z.array(z.string()).describe('Chosen operations that it has no more.'),
      changed: z.array(z.string()).describe('Chosen operations that it describes otherwise.'),
    })
    .nullable()
    .describe('The changes that `next` brings. Null where no newer document waits.'),
});

export const readApi = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/apis/{apiId}',
    id: 'readApi',
    access: 'owner',
    summary: 'Read an API with its chosen operations',
    params: apiParams,
    answers: { 200: json('The API.', ApiWithDifferences) },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const api = await findApi(apis, scope, params.apiId);
      return { status: 200, body: await withDifferences(apis, scope, api) };
    },
  });

/** The API, and how the document that waits differs from the one that counts. */
export async function withDifferences(
  apis: Pick<Apis, 'operations'>,
  scope: AgentScope,
  api: StoredApi,
): Promise<z.infer<typeof ApiWithDifferences>> {
  const read = async (digest: string) => (await apis.operations(scope, api.id, digest)) ?? [];
  if (api.next === null) return { ...apiView(api), differences: null };
  const [before, after] = await Promise.all([read(api.document.digest), read(api.next.digest)]);
  const { added, removed, changed } = differencesOf(api.operations, before, after);
  return {
    ...apiView(api),
    differences: { added: [...added], removed: [...removed], changed: [...changed] },
  };
}
