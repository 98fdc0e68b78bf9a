import { z } from 'zod';

import { chosenIn } from '#apis/differences.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { apiParams, findApi, ListedApi, listedApi } from './api-view.ts';

const Shown = z.object({
  digest: z.string().max(100).describe('The digest of `next`, as the API shows it.'),
});

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'operations' | 'replace'>;
}

export const acceptDocument = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/apis/{apiId}/document/accept',
    id: 'acceptDocument',
    access: 'owner',
    role: 'owner',
    summary: 'Let the newer document of an API count',
    description:
      'Chosen operations that it has no more are offered no more. One whose method or path is another now counts as a write until you say otherwise.',
    params: apiParams,
    body: jsonBody(Shown, {
      examples: {
        shown: {
          summary: 'The document that was looked at',
          value: { digest: '3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea' },
        },
      },
    }),
    answers: { 200: json('The API.', ListedApi) },
    refusals: ['API_CHANGED'],
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const { digest } = await body();
      const api = await findApi(apis, scope, params.apiId);
      if (api.next?.digest !== digest)
        throw new DomainError('API_CHANGED', 'This is not the document that waits');
      const all = found(await apis.operations(scope, api.id, digest), 'document');
      const operations = [...chosenIn(api.operations, all)];
      const changed = { ...api, document: api.next, next: null, operations };
      if (!(await apis.replace(scope, api, changed)))
        throw new DomainError('API_CHANGED', 'The API was changed meanwhile');
      return { status: 200, body: listedApi(changed) };
    },
  });
