import { z } from 'zod';

import { isPath } from '#apis/document/is-path.ts';
import { apiNamePattern } from '#apis/names.ts';
import { capabilities } from '#capabilities/index.ts';
import { apisMax, type StoredApi } from '#contracts/api.ts';
import type { AgentScope } from '#contracts/policy.ts';
import { DomainError, invalidField } from '#domain/domain-error.ts';
import { newId } from '#domain/ids.ts';
import type { Egress } from '#egress/egress.ts';
import type { Apis } from '#store/api/apis.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { agentScope } from '../network-access/agent-scope.ts';
import { idParam } from '../path-params.ts';
import { ListedApi, listedApi } from './api-view.ts';
import { documentBody, type DocumentDeps, documentUrl, givenDocument } from './given-document.ts';

const NewApi = z.object({
  name: z
    .string()
    .optional()
    .describe(
      'Letters, digits and `-`, at most 20, such as `github`: the first part of the names of its tools.',
    ),
  host: z
    .string()
    .max(300)
    .optional()
    .describe(
      'An allowed host, such as `api.github.com`, or an origin such as `https://api.example.com:8443`. The servers of the document do not count.',
    ),
  basePath: z
    .string()
    .max(500)
    .optional()
    .describe(
      'The path before that of each operation, such as `/v1`; `/` for none. Has to be given where the document names one.',
    ),
  documentUrl,
});

interface Deps extends DocumentDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly apis: Pick<Apis, 'list' | 'keepDocument' | 'insert'>;
  readonly egress: Pick<Egress, 'check'>;
}

export const createApi = ({ agents, apis, egress, ...deps }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/apis',
    id: 'createApi',
    access: 'owner',
    role: 'owner',
    summary: 'Add an API by its document',
    description:
      'The operations that you choose afterwards become tools of the agent. Their requests leave as all others do: within Network Access, with approvals, limits and records. The document says nothing about where they go.',
    params: { agentId: idParam('agent') },
    query: NewApi,
    body: documentBody,
    answers: { 201: json('The API, of which no operation is chosen yet.', ListedApi) },
    refusals: [
      'INVALID_REQUEST',
      'INVALID_DOCUMENT',
      'API_EXISTS',
      'OUTBOUND_NOT_ALLOWED',
      'OUTBOUND_FAILED',
    ],
    handle: async ({ workspace, params, query, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const sent = await body();
      const name = checkedName(query.name);
      const origin = await allowedOrigin(egress, scope, query.host);
      await assertRoom(apis, scope, name);
      const { operations, basePath, ...document } = await givenDocument(deps, workspace.id, {
        sent,
        url: query.documentUrl,
      });
      const { title, version, digest } = document;
      const createdAt = Date.now();
      const api: StoredApi = {
        id: newId('API'),
        name,
        origin,
        basePath: confirmedPath(query.basePath, basePath),
        document: { title, version, digest, storedAt: createdAt },
        next: null,
        operations: [],
        createdAt,
      };
      await apis.keepDocument(scope, { id: api.id, digest, operations });
      await apis.insert(scope, api);
      return { status: 201, body: listedApi(api) };
    },
  });

/** The tools of no API are called like what every agent can do. */
function checkedName(name = ''): string {
  const isTaken = capabilities.some((one) => one.name.startsWith(`${name}_`) || one.name === name);
  if (!apiNamePattern.test(name) || isTaken)
    throw invalidField('name', 'is no name of an API', {
      hint: 'Use a lower-case letter, then letters, digits and -; at most 20, such as github.',
    });
  return name;
}

async function assertRoom(apis: Pick<Apis, 'list'>, scope: AgentScope, name: string): Promise<void> {
  const known = await apis.list(scope);
  if (known.some((api) => api.name === name))
    throw new DomainError('API_EXISTS', 'There is an API of this name already', { field: 'name' });
  if (known.length >= apisMax) throw invalidField('name', `an agent has at most ${apisMax} APIs`);
}

/** Throws INVALID_REQUEST, or OUTBOUND_NOT_ALLOWED where no policy covers the host. */
async function allowedOrigin(egress: Pick<Egress, 'check'>, scope: AgentScope, host = ''): Promise<string> {
  const url = URL.parse(/^https?:\/\//i.test(host) ? host : `https://${host}`);
  if (url === null || url.href !== `${url.origin}/`)
    throw invalidField('host', 'is no host such as api.example.com');
  const checked = await egress.check(scope, { method: 'GET', url: url.href });
  if (checked.kind === 'invalid') throw invalidField('host', checked.message);
  if (!checked.allowed)
    throw new DomainError('OUTBOUND_NOT_ALLOWED', `Outbound request to '${checked.host}' is not allowed`);
  return url.origin;
}

function confirmedPath(given: string | undefined, proposed: string): string {
  if (given === undefined && proposed !== '')
    throw invalidField('basePath', `the document says ${proposed}: confirm it, or give another one`, {
      hint: `Send basePath=${proposed}, or basePath=/ for none.`,
    });
  const path = (given ?? '').replace(/\/+$/, '');
  if (path !== '' && (!isPath(path) || path.includes('{')))
    throw invalidField('basePath', 'is no path such as /v1');
  return path;
}
