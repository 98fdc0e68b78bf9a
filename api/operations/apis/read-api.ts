import { z } from 'zod';

import { ChosenOperation } from '#contracts/api.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { apiParams, findApi } from './api-view.ts';
import { ApiWithDifferences, withDifferences } from './differences-view.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'operations'>;
}

const Api = ApiWithDifferences.extend({
  operations: z.array(ChosenOperation).describe('The operations that the agent is offered.'),
});

export const readApi = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/apis/{apiId}',
    id: 'readApi',
    access: 'owner',
    summary: 'Read an API with its chosen operations',
    params: apiParams,
    answers: { 200: json('The API.', Api) },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const api = await findApi(apis, scope, params.apiId);
      const { operations } = api;
      return { status: 200, body: { ...(await withDifferences(apis, scope, api)), operations } };
    },
  });
