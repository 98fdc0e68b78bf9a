import type { Decision } from '#contracts/decision.ts';
import type { AgentScope } from '#contracts/policy.ts';

export interface DecisionLog {
  /** Newest first. */
  readonly list: (
    scope: AgentScope,
    query: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly items: readonly Decision[]; readonly nextCursor: string | null }>;
}

const windowMs = 30 * 24 * 60 * 60 * 1_000;
const decisionsMax = 10_000;
const pageSize = 1_000;

/** The decisions of the last 30 days, newest first, at most 10,000. `since`: of what was decided before nothing is told. */
export async function recentDecisions({ list }: DecisionLog, scope: AgentScope, nowMs: number) {
  const items: Decision[] = [];
  const since = new Date(nowMs - windowMs).toISOString();
  for (let cursor: string | undefined; items.length < decisionsMax;) {
    const page = await list(scope, { limit: pageSize, cursor });
    const recent = page.items.filter(({ at }) => at >= since);
    items.push(...recent);
    if (page.nextCursor === null || recent.length < page.items.length)
      return { items, since, isComplete: true };
    cursor = page.nextCursor;
  }
  return { items, since: items.at(-1)?.at ?? since, isComplete: false };
}
