import { type AgentScope } from '#contracts/policy.ts';
import type { Decision, NewDecision } from '#contracts/decision.ts';
import type { Redis } from '../connection/connect.ts';
import { agentRecords } from '../records/agent.ts';
import { fieldsOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import type { Page, PageQuery } from '../page.ts';
import { pageOfStream, timeOfEntry } from '../page-of-stream.ts';
import { script } from '../script.ts';

const { fields } = agentRecords.decisions;
const appendDecision = script('append-decision', ['policy-uses'], { isOrdered: true });

export interface Decisions {
  /**
   * Nothing is kept where the agent was deleted or the delivery erased. Writes that are sent to the store later are stored
   * later.
   */
  readonly append: (scope: AgentScope, decision: NewDecision) => Promise<void>;
  /** Newest first. Throws INVALID_REQUEST for a cursor of no page. */
  readonly list: (scope: AgentScope, query: PageQuery) => Promise<Page<Decision>>;
  /** Those of one run, oldest first. `complete`: all that was logged in its time was looked at. */
  readonly ofDelivery: (
    scope: AgentScope,
    deliveryId: string,
    time: RunTime,
  ) => Promise<{ readonly items: readonly Decision[]; readonly complete: boolean }>;
}

interface RunTime {
  readonly fromMs: number;
  /** Null: it goes on. */
  readonly toMs: number | null;
}

/** A run sends a hundred requests at most, but others of its agent are logged between them. */
const lookedAtMax = 5_000;
/** Clocks of the store and of the worker may differ, and a decision is logged after its request. */
const clockMarginMs = 60_000;

/**
 * The audit log of each agent: what it was allowed and refused. A stream, because Redis numbers its entries in the
 * order of arrival. The sweep removes expired entries (`retention.ts`).
 */
export function createDecisions({ redis }: { readonly redis: Redis }): Decisions {
  const keyOf = ({ workspaceId, agentId }: AgentScope) => keys.decisions(workspaceId, agentId);

  async function append(scope: AgentScope, decision: NewDecision): Promise<void> {
    const { workspaceId, agentId } = scope;
    const used = decision.allowed ? decision.policyIds : [];
    await appendDecision(
      redis,
      [
        keys.agent(workspaceId, agentId),
        keyOf(scope),
        keys.policies(workspaceId, agentId),
        keys.run(workspaceId, decision.deliveryId ?? ''),
      ],
      [JSON.stringify(used), ...fieldsOf(fields, { decision })],
    );
  }

  async function list(scope: AgentScope, query: PageQuery): Promise<Page<Decision>> {
    const { items, nextCursor } = await pageOfStream(redis, keyOf(scope), query);
    return { items: items.map(({ id, message }) => decisionOf(id, message)), nextCursor };
  }

  async function ofDelivery(scope: AgentScope, deliveryId: string, { fromMs, toMs }: RunTime) {
    const [start, end] = [fromMs - clockMarginMs, toMs === null ? '+' : String(toMs + clockMarginMs)];
    const entries = (await redis.xRange(keyOf(scope), String(start), end, { COUNT: lookedAtMax })) ?? [];
    const items = entries
      .map(({ id, message }) => decisionOf(id, message))
      .filter((decision) => decision.deliveryId === deliveryId);
    return { items, complete: entries.length < lookedAtMax };
  }

  return { append, list, ofDelivery };
}

function decisionOf(entryId: string, message: Readonly<Record<string, string>>): Decision {
  return { id: `dec_${entryId}`, at: timeOfEntry(entryId), ...fields.parse(message).decision };
}
