import { isId } from '#domain/ids.ts';
import type { Redis } from '../connection/connect.ts';
import { keys } from '../records/index.ts';

const batch = 500;

export interface RunToErase {
  readonly workflowId: string;
  readonly agentId: string;
  readonly automationId: string;
  readonly isRunning: boolean;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly finishedAt: number;
}

export function createRunsToErase({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  /** Null where there is no such run. */
  async function find(workspaceId: string, runId: string): Promise<RunToErase | null> {
    const fields = ['workflowId', 'agentId', 'automationId', 'receivedAt', 'finishedAt', 'outcome'];
    const stored = await redis.hmGet(keys.run(workspaceId, runId), fields);
    const [workflowId, agentId, automationId, receivedAt, finishedAt, outcome] = stored;
    if (workflowId == null || agentId == null || automationId == null) return null;
    // An unreadable record widens the period in which its traces are looked for.
    return {
      workflowId,
      agentId,
      automationId,
      isRunning: outcome === 'running' || outcome === 'waiting',
      receivedAt: Number(receivedAt) || 0,
      finishedAt: Number(finishedAt) || now(),
    };
  }

  /** Some of what an automation still has; none once all is erased. */
  async function ofAutomation(workspaceId: string, automationId: string): Promise<readonly string[]> {
    return await redis.zRange(keys.activity(workspaceId, automationId), 0, batch - 1);
  }

  /** Whether a delivery of the automation is just being accepted: it joins the others within seconds, or is gone. */
  async function isClaimed(workspaceId: string, automationId: string): Promise<boolean> {
    const claims = await redis.zRangeByScore(keys.slots(workspaceId), now(), '(+inf');
    const owners = await Promise.all(
      claims.map((id) => redis.hGet(keys.run(workspaceId, id), 'automationId')),
    );
    return owners.includes(automationId);
  }

  /** The deliveries with this reference, in batches: every one is looked at, also those of deleted automations. */
  async function* withReference(workspaceId: string, reference: string): AsyncGenerator<readonly string[]> {
    for (const automationId of await automationIds(workspaceId)) {
      const scan = redis.zScanIterator(keys.activity(workspaceId, automationId), { COUNT: batch });
      for await (const found of scan) yield await having(found.map(({ value }) => value));
    }

    async function having(ids: readonly string[]): Promise<readonly string[]> {
      const references = await Promise.all(
        ids.map((id) => redis.hGet(keys.run(workspaceId, id), 'reference')),
      );
      return ids.filter((_, index) => references[index] === reference);
    }
  }

  /** All of a workspace, also those that are deleted. */
  async function automationIds(workspaceId: string): Promise<readonly string[]> {
    const owners = await redis.zRange(keys.everyRunOwner(workspaceId), 0, -1);
    return owners.filter((id) => isId('automation', id));
  }

  return { find, ofAutomation, isClaimed, withReference, automationIds };
}
