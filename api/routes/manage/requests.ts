import { Router } from '@koa/router';

import {
  type Egress,
  type OutboundAnswer,
  OutboundRequest,
  type OutboundResult,
} from '../../../contracts/outbound.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { Agents } from '../../../store/agents.ts';
import { parseBody } from '../../body/parse.ts';
import type { AppState } from '../../state.ts';
import { found, workspaceOf } from '../../workspace-of.ts';

interface RequestDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly egress: Pick<Egress, 'send'>;
}

// A body of 1 MiB may be six times as long once it is escaped inside JSON.
const bytesMax = 8 << 20;

/** The owner tries a request exactly as the agent would send it. */
export function requestsRouter({ agents, egress }: RequestDeps) {
  const router = new Router<AppState>();
  router.post('/manage/agents/:agentId/requests', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const agent = found(await agents.find(workspaceId, ctx.params['agentId'] ?? ''), 'agent');
    const request = await parseBody(ctx, OutboundRequest, { bytesMax });
    const { kind: _, ...answer } = answerOf(await egress.send({ workspaceId, agentId: agent.id }, request));
    ctx.body = answer;
  });
  return router;
}

/** The target's answer, whatever it was; anything else is a refusal of ours. */
function answerOf(result: OutboundResult): OutboundAnswer {
  switch (result.kind) {
    case 'answered':
      return result;
    case 'refused':
      throw new DomainError('OUTBOUND_NOT_ALLOWED', result.message);
    case 'invalid':
      throw new DomainError('INVALID_REQUEST', result.message);
    case 'failed':
      throw new DomainError('OUTBOUND_FAILED', result.message);
  }
}
