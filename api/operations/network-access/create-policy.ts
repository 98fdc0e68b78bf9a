import { NewPolicy, Policy } from '#contracts/policy.ts';
import type { Policies } from '#network-access/policies.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';
import { policyNameFields } from './policy-domain-field.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policies: Policies;
}

export const createPolicy = ({ agents, policies }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/network-access',
    id: 'createPolicy',
    access: 'owner',
    role: 'owner',
    summary: 'Allow a domain or an e-mail address',
    description:
      'A host, or `*.host` for its subdomains. Header name and value are both set or both empty; the value is never shown again.',
    params: { agentId: idParam('agent') },
    body: jsonBody(NewPolicy.extend(policyNameFields), {
      examples: {
        bearer: {
          summary: 'With a Bearer token',
          value: { domain: 'api.example.com', headerName: 'Authorization', headerValue: 'Bearer secret' },
        },
        narrow: {
          summary: 'Refunds of at most 50.00, with another key for what is below /v1/admin',
          value: {
            domain: 'api.example.com',
            headerName: 'Authorization',
            headerValue: 'Bearer secret',
            methods: ['GET', 'POST'],
            paths: ['/v1/refunds', '/v1/customers/*'],
            members: [{ method: 'POST', path: '/v1/refunds', member: 'amount', min: 1, max: 5000 }],
            credentials: [
              { pathPrefix: '/v1/admin', headerName: 'Authorization', headerValue: 'Bearer another' },
            ],
          },
        },
        mail: { summary: 'An e-mail address', value: { kind: 'mail', address: 'ada@example.com' } },
      },
    }),
    answers: { 201: json('The policy.', Policy) },
    refusals: ['INVALID_DOMAIN', 'HEADER_PAIR_REQUIRED', 'POLICY_EXISTS'],
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      return { status: 201, body: await policies.create(scope, await body()) };
    },
  });
