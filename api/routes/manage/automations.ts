import { Router } from '@koa/router';

import { Automation, AutomationChange, NewAutomation } from '../../../contracts/automation.ts';
import { type FilterTest, NewFilterTest } from '../../../contracts/filter-test.ts';
import { createFilterTrial } from '../../../rules/filter-trial.ts';
import type { Agents } from '../../../store/agents.ts';
import type { AutomationRecord, Automations } from '../../../store/automations.ts';
import type { Deliveries } from '../../../store/deliveries.ts';
import type { AutomationHints } from '../../operations/automations/hints.ts';
import { activityQuery, listQuery } from '../../list-query.ts';
import { parseBody } from '../../body/parse.ts';
import type { AppState } from '../../state.ts';
import { found, workspaceOf } from '../../workspace-of.ts';

interface AutomationDeps {
  readonly agents: Agents;
  readonly automations: Automations;
  readonly automationHints: AutomationHints;
  readonly deliveries: Deliveries;
  /** What the URLs of hooks begin with. */
  readonly publicUrl: string;
}

/** Automations and their activity. */
export function automationsRouter(deps: AutomationDeps) {
  const { agents, automations, automationHints, deliveries, publicUrl } = deps;
  const router = new Router<AppState>();

  async function view(workspaceId: string, record: AutomationRecord): Promise<Automation> {
    const hints = await automationHints(workspaceId, record);
    const { id, agentId, name, instructions, filter, state, token, revision, createdAt, updatedAt } = record;
    return {
      id,
      agentId,
      name,
      instructions,
      filter,
      state: state === 'paused' ? 'paused' : 'active',
      url: `${publicUrl}/hooks/${token}`,
      revision,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
      ...(hints.length > 0 && { hints: [...hints] }),
    };
  }

  async function find(workspaceId: string, id: string | undefined): Promise<AutomationRecord> {
    return found(await automations.find(workspaceId, id ?? ''), 'automation');
  }

  async function agentFor(workspaceId: string, agentId: string | undefined): Promise<string> {
    const agent = await (agentId === undefined
      ? agents.first(workspaceId)
      : agents.find(workspaceId, agentId));
    return found(agent, 'agent').id;
  }

  router.get('/manage/automations', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const { items, nextCursor } = await automations.list(workspaceId, listQuery(ctx));
    ctx.body = { items: await Promise.all(items.map((item) => view(workspaceId, item))), nextCursor };
  });
  router.post('/manage/automations', async (ctx) => {
    const { name, instructions, filter, agentId } = await parseBody(ctx, NewAutomation, {
      answer: Automation,
    });
    const workspaceId = workspaceOf(ctx).id;
    const content = { name, instructions, filter, agentId: await agentFor(workspaceId, agentId) };
    ctx.body = await view(workspaceId, await automations.create(workspaceId, content));
    ctx.status = 201;
  });
  router.get('/manage/automations/:id', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    ctx.body = await view(workspaceId, await find(workspaceId, ctx.params['id']));
  });
  router.patch('/manage/automations/:id', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const { id } = await find(workspaceId, ctx.params['id']);
    const change = await parseBody(ctx, AutomationChange, { answer: Automation });
    const revised = found(await automations.revise(workspaceId, id, change), 'automation');
    ctx.body = await view(workspaceId, revised);
  });
  router.delete('/manage/automations/:id', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    await automations.remove(workspaceId, await find(workspaceId, ctx.params['id']));
    ctx.status = 204;
  });

  for (const [verb, state] of [
    ['pause', 'paused'],
    ['resume', 'active'],
  ] as const) {
    router.post(`/manage/automations/:id/${verb}`, async (ctx) => {
      const workspaceId = workspaceOf(ctx).id;
      const { id } = await find(workspaceId, ctx.params['id']);
      await automations.setState(workspaceId, id, state);
      ctx.body = await view(workspaceId, await find(workspaceId, id));
    });
  }

  router.get('/manage/automations/:id/activity', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const { id } = await find(workspaceId, ctx.params['id']);
    ctx.body = await deliveries.activity(workspaceId, id, activityQuery(ctx));
  });

  router.post('/manage/automations/:id/filter-test', async (ctx) => {
    const workspaceId = workspaceOf(ctx).id;
    const { id } = await find(workspaceId, ctx.params['id']);
    const { filter, limit } = await parseBody(ctx, NewFilterTest);
    ctx.body = await tryFilter(deliveries.newest(workspaceId, id, limit), filter);
  });
  return router;
}

/** One after the other: bodies may be large, and others want an answer in between. */
async function tryFilter(newest: ReturnType<Deliveries['newest']>, filter: string): Promise<FilterTest> {
  const { plain, evaluate } = createFilterTrial(filter);
  const items: FilterTest['items'] = [];
  for await (const { deliveryId, delivery } of newest)
    items.push({ deliveryId, receivedAt: delivery.receivedAt, ...evaluate(delivery) });
  const countOf = (matched: boolean | null) => items.filter((item) => item.matched === matched).length;
  return {
    plain,
    wouldRun: countOf(true),
    wouldSkip: countOf(false),
    needsModel: countOf(null),
    of: items.length,
    items,
  };
}
