import { Router } from '@koa/router';

import { OutboundCheck } from '../../../contracts/outbound.ts';
import { type AgentScope, NewPolicy, Policy, PolicyChange } from '../../../contracts/policy.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { Egress } from '../../../contracts/outbound.ts';
import type { Policies } from '../../../network-access/policies.ts';
import type { Agents } from '../../../store/agents.ts';
import type { Decisions } from '../../../store/decisions.ts';
import { listQuery } from '../../list-query.ts';
import { parseBody } from '../../body/parse.ts';
import type { AppState } from '../../state.ts';
import { found, workspaceOf } from '../../workspace-of.ts';

interface NetworkAccessDeps {
  readonly agents: Pick<Agents, 'find'>;
  readonly policies: Policies;
  readonly decisions: Pick<Decisions, 'list'>;
  readonly egress: Pick<Egress, 'check'>;
}

/** The allowlist of an agent, its log, and a check that sends nothing. */
export function networkAccessRouter({ agents, policies, decisions, egress }: NetworkAccessDeps) {
  const router = new Router<AppState>();
  const base = '/manage/agents/:agentId/network-access';

  async function scopeOf(
    ctx: Parameters<typeof workspaceOf>[0],
    agentId: string | undefined,
  ): Promise<AgentScope> {
    const workspaceId = workspaceOf(ctx).id;
    return { workspaceId, agentId: found(await agents.find(workspaceId, agentId ?? ''), 'agent').id };
  }

  router.get(base, async (ctx) => {
    ctx.body = await policies.list(await scopeOf(ctx, ctx.params['agentId']), listQuery(ctx));
  });
  router.post(base, async (ctx) => {
    const scope = await scopeOf(ctx, ctx.params['agentId']);
    ctx.body = await policies.create(scope, await parseBody(ctx, NewPolicy, { answer: Policy }));
    ctx.status = 201;
  });
  router.get(`${base}/log`, async (ctx) => {
    ctx.body = await decisions.list(await scopeOf(ctx, ctx.params['agentId']), listQuery(ctx));
  });
  router.post(`${base}/check`, async (ctx) => {
    const scope = await scopeOf(ctx, ctx.params['agentId']);
    const result = await egress.check(scope, await parseBody(ctx, OutboundCheck));
    if (result.kind === 'invalid') throw new DomainError('INVALID_REQUEST', result.message);
    const { allowed, ground, host, policyId, attachedHeaders } = result;
    ctx.body = { allowed, ground, host, policyId, attachedHeaders };
  });
  router.patch(`${base}/:policyId`, async (ctx) => {
    const scope = await scopeOf(ctx, ctx.params['agentId']);
    const change = await parseBody(ctx, PolicyChange, { answer: Policy });
    ctx.body = await policies.update(scope, ctx.params['policyId'] ?? '', change);
  });
  router.delete(`${base}/:policyId`, async (ctx) => {
    await policies.remove(await scopeOf(ctx, ctx.params['agentId']), ctx.params['policyId'] ?? '');
    ctx.status = 204;
  });
  keepWords(router, [`${base}/log`, `${base}/check`]);
  return router;
}

/** The words are no ids: without this, what only a policy can would be allowed, and listed in Allow, for them too. */
function keepWords(router: Router<AppState>, words: readonly string[]): void {
  const layers = router.stack.filter(({ path }) => words.includes(String(path)));
  for (const layer of router.stack.filter(({ path }) => String(path).endsWith('/:policyId'))) {
    const isMatch = layer.match.bind(layer);
    layer.match = (path) => isMatch(path) && !layers.some((word) => word.match(path));
  }
}
