import { z } from 'zod';

import { ApiOperation, Effect } from '#contracts/api.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { apiParams, findApi } from './api-view.ts';

const shownMax = 200;

const Choice = ApiOperation.pick({ name: true, method: true, path: true, summary: true }).extend({
  effect: Effect.nullable().describe('As its owner says. Null where it is not chosen.'),
  suggestedEffect: Effect.describe('As its method suggests: `read` for a GET.'),
});

const Query = z.object({
  search: z.string().max(200).optional().describe('Words that its name, method, path or summary has.'),
});

const Choices = z.object({
  items: z.array(Choice).describe(`In the order of the document, at most ${shownMax}.`),
  count: z.int().describe('How many there are.'),
});

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'operations'>;
}

export const listApiOperations = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'get',
    path: '/manage/agents/{agentId}/apis/{apiId}/operations',
    id: 'listApiOperations',
    access: 'owner',
    summary: 'Look for operations of an API',
    params: apiParams,
    query: Query,
    answers: { 200: json('Those that fit.', Choices) },
    handle: async ({ workspace, params, query: { search = '' } }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const api = await findApi(apis, scope, params.apiId);
      const all = found(await apis.operations(scope, api.id, api.document.digest), 'document');
      const words = search.toLowerCase().split(/\s+/).filter(Boolean);
      const effects = new Map(api.operations.map(({ name, effect }) => [name, effect]));
      const fitting = all.filter(({ name, method, path, summary }) => {
        const text = `${name} ${method} ${path} ${summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
      const items = fitting.slice(0, shownMax).map(({ name, method, path, summary }) => ({
        name,
        method,
        path,
        summary,
        effect: effects.get(name) ?? null,
        suggestedEffect: method === 'GET' ? ('read' as const) : ('write' as const),
      }));
      return { status: 200, body: { items, count: fitting.length } };
    },
  });
