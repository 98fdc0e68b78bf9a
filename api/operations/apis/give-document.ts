import { z } from 'zod';

import { DomainError } from '#domain/domain-error.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { apiParams, findApi } from './api-view.ts';
import { documentBody, type DocumentDeps, documentUrl, givenDocument } from './given-document.ts';
import { ApiWithDifferences, withDifferences } from './differences-view.ts';

interface Deps extends DocumentDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'find' | 'keepDocument' | 'operations' | 'replace'>;
}

export const giveDocument = ({ agents, apis, ...deps }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/apis/{apiId}/document',
    id: 'giveDocument',
    access: 'owner',
    role: 'owner',
    summary: 'Give a newer document of an API',
    description: 'Nothing changes for the agent before you accept it.',
    params: apiParams,
    query: z.object({ documentUrl }),
    body: documentBody,
    answers: { 200: json('The API, and how the document differs.', ApiWithDifferences) },
    refusals: ['INVALID_REQUEST', 'INVALID_DOCUMENT', 'OUTBOUND_FAILED', 'API_CHANGED'],
    handle: async ({ workspace, params, query, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const sent = await body();
      const api = await findApi(apis, scope, params.apiId);
      const given = await givenDocument(deps, workspace.id, { sent, url: query.documentUrl });
      const { title, version, digest, operations } = given;
      const isKnown = digest === api.document.digest;
      const next = isKnown ? null : { title, version, digest, storedAt: Date.now() };
      await apis.keepDocument(scope, { id: api.id, digest, operations });
      if (!(await apis.replace(scope, api, { ...api, next })))
        throw new DomainError('API_CHANGED', 'The API was changed meanwhile');
      return { status: 200, body: await withDifferences(apis, scope, { ...api, next }) };
    },
  });
