import { z } from 'zod';

import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { idParam } from '../path-params.ts';
import { ListedApi, listedApi } from './api-view.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'list'>;
}

export const listApis = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/apis',
    id: 'listApis',
    access: 'owner',
    summary: 'List the APIs of an agent',
    params: { agentId: idParam('agent') },
    answers: { 200: json('All of them, oldest first.', z.object({ items: z.array(ListedApi) })) },
    handle: async ({ workspace, params }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 200, body: { items: (await apis.list(scope)).map(listedApi) } };
    },
  });
