import { z } from 'zod';

import { Approval } from '#contracts/approval.ts';
import { type OutboundAnswer, OutboundRequest, type OutboundResult } from '#contracts/outbound.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Egress } from '#egress/egress.ts';
import type { Agents } from '#store/workspace/agents.ts';
import type { Automations } from '#store/automation/automations.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { idParam } from '../path-params.ts';
import { type AskApprovalDeps, createAskApproval } from '../approvals/ask-approval.ts';
import { agentScope } from './agent-scope.ts';
import { assertSecretPlaces } from './assert-secret-places.ts';
import { invalidRequest, requestBytesMax, requestFields } from './request-fields.ts';

interface Deps extends AskApprovalDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly automations: Pick<Automations, 'list'>;
  readonly egress: Pick<Egress, 'send'>;
}

const RequestAnswer = z.object({
  status: z.int().describe('The answer of the target, whatever its status.'),
  headers: z
    .record(z.string(), z.string())
    .describe('The status of the answer. A stored credential that it echoes is redacted here and in `body`.'),
  body: z.string().describe('As text, as the agent would be shown it.'),
  truncated: z.boolean().describe('Whether the answer has more than `body` shows.'),
  attachedHeaders: z.array(z.string()).describe('Names of the headers that policies attached.'),
  ignoredHeaders: z.array(z.string()).describe('Names of headers of the request that were left out.'),
  host: z.string(),
  path: z.string(),
  finalUrl: z
    .string()
    .nullable()
    .describe('The URL at which a followed redirect ended. Null when none was followed.'),
  hints: z.array(z.string()).describe('A hint for people, if the answer looks wrong.'),
});

const WaitingAnswer = z.object({ approval: Approval.describe('The request that waits, and its approval.') });

export const sendRequest = ({ agents, automations, egress, ...deps }: Deps) => {
  const askFor = createAskApproval(deps);
  return defineOperation({
    method: 'post',
    path: '/manage/agents/{agentId}/requests',
    id: 'sendRequest',
    access: 'owner',
    summary: 'Send a request as the agent would',
    description:
      'A named secret (`{{secret.name}}`) is sent to the places that the instructions of an automation of the agent have for it, as in a run; who has the role `owner` may send it elsewhere within its domains.',
    params: { agentId: idParam('agent') },
    body: jsonBody(OutboundRequest.extend(requestFields), { bytesMax: requestBytesMax }),
    answers: {
      200: json('The answer of the target, whatever its status.', RequestAnswer),
      202: json('A policy asks for an approval: it is sent once that is given.', WaitingAnswer),
    },
    refusals: ['OUTBOUND_NOT_ALLOWED', 'OUTBOUND_FAILED', 'SERVICE_UNAVAILABLE'],
    handle: async ({ workspace, params, body }) => {
      const scope = await agentScope(agents, workspace.id, params.agentId);
      const call = await body();
      await assertSecretPlaces(automations, workspace, params.agentId, call);
      const result = await egress.send(scope, call);
      if (result.kind === 'unapproved')
        return { status: 202, body: { approval: await askFor(scope, call, result.needed) } };
      const { kind: _, requestBody: __, requestUrl: ___, ...answer } = answerOf(result);
      return { status: 200, body: answer };
    },
  });
};

/** The target's response, whatever its status. Throws for every other result. */
function answerOf(result: Exclude<OutboundResult, { kind: 'unapproved' }>): OutboundAnswer {
  switch (result.kind) {
    case 'answered':
      return result;
    case 'refused':
      throw new DomainError('OUTBOUND_NOT_ALLOWED', result.message);
    case 'invalid':
      throw invalidRequest(result);
    case 'failed':
      throw new DomainError('OUTBOUND_FAILED', result.message);
  }
}
