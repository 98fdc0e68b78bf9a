import { z } from 'zod';

import { Ground, OutboundCheck } from '#contracts/outbound.ts';
import type { Egress } from '#egress/egress.ts';
import type { Agents } from '#store/workspace/agents.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { agentScope } from './agent-scope.ts';
import { invalidRequest, requestBytesMax, requestFields } from './request-fields.ts';

interface Deps {
  readonly agents: Pick<Agents, 'find'>;
  readonly egress: Pick<Egress, 'check'>;
}

const CheckAnswer = z.object({
  allowed: z.boolean(),
  ground: Ground,
  host: z.string().describe('The host as it was understood: lower case, without port.'),
  policyId: z
    .string()
    .nullable()
    .describe('The policy that matches the host most closely. Null where none does.'),
  attachedHeaders: z.array(z.string()).describe('Names of the headers that would be attached.'),
  fault: z
    .string()
    .nullable()
    .describe('For the ground `member`: the bound, and why the body does not keep it. Else null.'),
  unjudged: z
    .array(z.string())
    .describe('The bounds of members that were not judged, as the question has no `body`.'),
  needsApproval: z.boolean().describe('Whether it would wait for an approval before it is sent.'),
});

export const checkRequest = ({ agents, egress }: Deps) =>
  defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/network-access/check',
    id: 'checkRequest',
    access: 'owner',
    summary: 'Ask whether a request would be allowed',
    description: 'Sends nothing. `mailto:` and an address asks about an e-mail, whatever the method.',
    params: { agentId: idParam('agent') },
    body: jsonBody(OutboundCheck.extend(requestFields), {
      bytesMax: requestBytesMax,
      examples: {
        get: { summary: 'A read', value: { method: 'GET', url: 'https://api.example.com/orders' } },
        post: {
          summary: 'A write with its body',
          value: { method: 'POST', url: 'https://api.example.com/v1/refunds', body: { amount: 2000 } },
        },
      },
    }),
    answers: { 200: json('The decision and its ground.', CheckAnswer) },
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const result = await egress.check(scope, await body());
      if (result.kind === 'invalid') throw invalidRequest(result);
      const { kind: _, neededApproval, ...answer } = result;
      return { status: 200, body: { ...answer, needsApproval: neededApproval !== null } };
    },
  });
