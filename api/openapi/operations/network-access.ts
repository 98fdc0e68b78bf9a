import { Decision } from '../../../contracts/decision.ts';
import { Ground, OutboundCheck, OutboundRequest } from '../../../contracts/outbound.ts';
import { outboundMethods } from '../../../domain/outbound-method.ts';
import { NewPolicy, Policy, PolicyChange } from '../../../contracts/policy.ts';
import { z } from 'zod';
import type { Operation } from '../operation.ts';
import { agentPath } from './agent-path.ts';
import { listOf, ListQuery } from './list-of.ts';

const policyPath = { ...agentPath, policyId: 'The id of a policy.' };
const base = '/manage/agents/{agentId}/network-access';
const json = 'application/json';
const part = 'manage';
const domain = { type: 'string', description: 'A host, a URL with one, or `*.` and a host.' } as const;

const method = OutboundCheck.shape.method.meta({ enum: [...outboundMethods] });

const url = OutboundCheck.shape.url.meta({ format: 'uri', minLength: 1 });

const CheckAnswer = z.object({
  allowed: z.boolean(),
  ground: Ground,
  host: z.string().describe('The host as it was understood: lower case, without port.'),
  policyId: z
    .string()
    .nullable()
    .describe('The policy that matches the host most closely. Null where none does.'),
  attachedHeaders: z.array(z.string()).describe('Names of the headers that would be attached.'),
});

const RequestAnswer = z.object({
  status: z.int().describe('What the target answered, whatever it was.'),
  headers: z
    .record(z.string(), z.string())
    .describe('Of the answer. A stored credential that it echoes is redacted here and in `body`.'),
  body: z.string().describe('As text, as the agent would be shown it.'),
  truncated: z.boolean().describe('Whether the answer has more than `body` shows.'),
  attachedHeaders: z.array(z.string()).describe('Names of the headers that policies attached.'),
  ignoredHeaders: z.array(z.string()).describe('Names of headers of the request that were left out.'),
  host: z.string(),
  path: z.string(),
  finalUrl: z.string().nullable().describe('Where a followed redirect ended. Null when none was followed.'),
  hints: z.array(z.string()).describe('What to look at when the answer looks wrong, for people.'),
});

/** The allowlist of an agent, and requests as the agent would send them. */
export const networkAccessOperations: readonly Operation[] = [
  {
    method: 'get',
    path: base,
    id: 'listPolicies',
    part,
    summary: 'List allowed domains',
    pathParams: agentPath,
    query: ListQuery,
    success: {
      status: 200,
      description: 'A page of policies.',
      bodies: [{ mediaType: json, schema: listOf(Policy) }],
    },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
  {
    method: 'post',
    path: base,
    id: 'createPolicy',
    part,
    summary: 'Allow a domain',
    description:
      'A host, or `*.host` for its subdomains. Header name and value are both set or both empty; the value is never shown again, to nobody.',
    pathParams: agentPath,
    request: [
      {
        mediaType: json,
        schema: NewPolicy.extend({ domain: NewPolicy.shape.domain.meta(domain) }),
        examples: {
          bearer: {
            summary: 'With a Bearer token',
            value: { domain: 'api.example.com', headerName: 'Authorization', headerValue: 'Bearer secret' },
          },
        },
      },
    ],
    success: { status: 201, description: 'The policy.', bodies: [{ mediaType: json, schema: Policy }] },
    refusals: ['INVALID_DOMAIN', 'HEADER_PAIR_REQUIRED', 'NOT_FOUND', 'POLICY_EXISTS'],
  },
  {
    method: 'patch',
    path: `${base}/{policyId}`,
    id: 'changePolicy',
    part,
    summary: 'Change an allowed domain',
    description: 'A new domain or header name asks for the value again.',
    pathParams: policyPath,
    request: [
      {
        mediaType: json,
        schema: PolicyChange.extend({ domain: NewPolicy.shape.domain.optional().meta(domain) }),
        examples: { rotated: { summary: 'A new value', value: { headerValue: 'Bearer another' } } },
      },
    ],
    success: { status: 200, description: 'The policy.', bodies: [{ mediaType: json, schema: Policy }] },
    refusals: ['INVALID_DOMAIN', 'HEADER_PAIR_REQUIRED', 'NOT_FOUND', 'POLICY_EXISTS'],
  },
  {
    method: 'delete',
    path: `${base}/{policyId}`,
    id: 'deletePolicy',
    part,
    summary: 'Stop allowing a domain',
    pathParams: policyPath,
    success: { status: 204, description: 'It is gone.' },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'get',
    path: `${base}/log`,
    id: 'listDecisions',
    part,
    summary: 'List what was allowed and refused, newest first',
    pathParams: agentPath,
    query: ListQuery,
    success: {
      status: 200,
      description: 'A page of decisions; names only, no values.',
      bodies: [{ mediaType: json, schema: listOf(Decision) }],
    },
    refusals: ['INVALID_REQUEST', 'NOT_FOUND'],
  },
  {
    method: 'post',
    path: `${base}/check`,
    id: 'checkRequest',
    part,
    summary: 'Ask whether a request would be allowed',
    description: 'Sends nothing.',
    pathParams: agentPath,
    request: [
      {
        mediaType: json,
        schema: OutboundCheck.extend({ method, url }),
        examples: {
          get: { summary: 'A read', value: { method: 'GET', url: 'https://api.example.com/orders' } },
        },
      },
    ],
    success: {
      status: 200,
      description: 'The decision and its ground.',
      bodies: [{ mediaType: json, schema: CheckAnswer }],
    },
    refusals: ['NOT_FOUND'],
  },
  {
    method: 'post',
    path: '/manage/agents/{agentId}/requests',
    id: 'sendRequest',
    part,
    summary: 'Send a request as the agent would',
    pathParams: agentPath,
    request: [{ mediaType: json, schema: OutboundRequest.extend({ method, url }) }],
    success: {
      status: 200,
      description: 'What the target answered, whatever it was.',
      bodies: [{ mediaType: json, schema: RequestAnswer }],
    },
    refusals: ['OUTBOUND_NOT_ALLOWED', 'OUTBOUND_FAILED', 'NOT_FOUND'],
  },
];
