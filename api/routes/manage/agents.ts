import { Router } from '@koa/router';

import { Agent, AgentChange, NewAgent } from '../../../contracts/workspace.ts';
import { DomainError } from '../../../domain/domain-error.ts';
import type { AgentRecord, Agents } from '../../../store/agents.ts';
import type { Automations } from '../../../store/automations.ts';
import { listQuery } from '../../list-query.ts';
import { parseBody } from '../../body/parse.ts';
import type { AppState } from '../../state.ts';
import { found, workspaceOf } from '../../workspace-of.ts';

interface AgentDeps {
  readonly agents: Agents;
  readonly automations: Automations;
  /** The models that this service can reach; the first is the default. */
  readonly models: readonly [string, ...string[]];
}

/** The agents of a workspace. */
export function agentsRouter({ agents, automations, models }: AgentDeps) {
  const router = new Router<AppState>();
  const view = ({ id, name, model }: AgentRecord) => ({ id, name, model: model ?? models[0] });

  function knownModel(model: string | undefined): string | undefined {
    if (model === undefined || models.includes(model)) return model;
    throw new DomainError('INVALID_REQUEST', `model: ${model} is not configured here`, {
      hint: `Use one of: ${models.join(', ')}.`,
    });
  }

  router.get('/manage/agents', async (ctx) => {
    const { items, nextCursor } = await agents.list(workspaceOf(ctx).id, listQuery(ctx));
    ctx.body = { items: items.map(view), nextCursor };
  });
  router.post('/manage/agents', async (ctx) => {
    const { name, model } = await parseBody(ctx, NewAgent, { answer: Agent });
    ctx.body = view(await agents.create(workspaceOf(ctx).id, { name, model: knownModel(model) ?? null }));
    ctx.status = 201;
  });
  router.get('/manage/agents/:agentId', async (ctx) => {
    ctx.body = view(found(await agents.find(workspaceOf(ctx).id, ctx.params['agentId'] ?? ''), 'agent'));
  });
  router.patch('/manage/agents/:agentId', async (ctx) => {
    const { name, model } = await parseBody(ctx, AgentChange, { answer: Agent });
    const change = { name, model: knownModel(model) };
    ctx.body = view(
      found(await agents.change(workspaceOf(ctx).id, ctx.params['agentId'] ?? '', change), 'agent'),
    );
  });
  router.delete('/manage/agents/:agentId', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const { id } = found(await agents.find(workspaceId, ctx.params['agentId'] ?? ''), 'agent');
    if (await automations.usesAgent(workspaceId, id)) {
      throw new DomainError('INVALID_REQUEST', 'agentId: automations still use this agent', {
        hint: 'Delete those automations first.',
      });
    }
    if ((await agents.list(workspaceId, { limit: 2, cursor: undefined })).items.length === 1) {
      throw new DomainError('INVALID_REQUEST', 'agentId: a workspace keeps at least one agent');
    }
    await agents.remove(workspaceId, id);
    ctx.status = 204;
  });
  return router;
}
