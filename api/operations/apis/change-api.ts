import { z } from 'zod';

import { type ApiOperation, type ChosenOperation, Effect, operationsChosenMax } from '#contracts/api.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { found } from '../found.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { apiParams, findApi, ListedApi, listedApi } from './api-view.ts';

const Change = z.object({
  operations: z
    .array(z.object({ name: z.string().max(100), effect: Effect.optional() }))
    .max(operationsChosenMax)
    .describe('All operations that the agent is offered, by name.'),
});

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'list' | 'operations' | 'replace'>;
}

export const changeApi = ({ agents, apis }: Deps) =>
  defineOperation({
    method: 'patch',
    path: '/manage/agents/{agentId}/apis/{apiId}',
    id: 'changeApi',
    access: 'owner',
    role: 'owner',
    summary: 'Choose the operations of an API',
    description: `An agent is offered at most ${operationsChosenMax} operations of all its APIs together: with more tools models choose worse, and each of them makes every prompt longer.`,
    params: apiParams,
    body: jsonBody(Change, {
      examples: {
        chosen: {
          summary: 'Two operations',
          value: { operations: [{ name: 'issues-get', effect: 'read' }, { name: 'issues-create' }] },
        },
      },
    }),
    answers: { 200: json('The API.', ListedApi) },
    refusals: ['INVALID_REQUEST', 'API_CHANGED'],
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const { operations: wanted } = await body();
      const api = await findApi(apis, scope, params.apiId);
      const all = found(await apis.operations(scope, api.id, api.document.digest), 'document');
      const operations = wanted.map(({ name, effect = 'write' }) => ({ ...operationIn(all, name), effect }));
      if (new Set(wanted.map(({ name }) => name)).size < wanted.length)
        throw invalidField('operations', 'name each operation once');
      await assertRoom(apis, scope, { id: api.id, operations });
      const changed = { ...api, operations };
      if (!(await apis.replace(scope, api, changed)))
        throw new DomainError('API_CHANGED', 'The API was changed meanwhile');
      return { status: 200, body: listedApi(changed) };
    },
  });

function operationIn(all: readonly ApiOperation[], name: string): ApiOperation {
  const operation = all.find((one) => one.name === name);
  if (operation === undefined)
    throw invalidField('operations', `the document has no operation ${JSON.stringify(name)}`);
  return operation;
}

async function assertRoom(
  apis: Pick<Apis, 'list'>,
  scope: AgentScope,
  { id, operations }: { readonly id: string; readonly operations: readonly ChosenOperation[] },
): Promise<void> {
  const others = (await apis.list(scope)).filter((api) => api.id !== id);
  const count = others.reduce((sum, api) => sum + api.operations.length, operations.length);
  if (count > operationsChosenMax)
    throw invalidField(
      'operations',
      `an agent is offered at most ${operationsChosenMax} operations of all its APIs together`,
      { hint: 'Choose those that its automations need: with more tools models choose worse.' },
    );
}
