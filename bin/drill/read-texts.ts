import type { Call } from './service.ts';

interface Automation {
  readonly name: string;
  readonly agentId: string;
  readonly filter: string | null;
  /** Absent in versions that read English at each delivery. */
  readonly conditionState?: string;
  readonly planState?: string;
  readonly model: { readonly main?: string } | null;
  readonly understood: { readonly filter: { readonly problem?: string } | null };
  readonly hints?: readonly string[];
}

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor: string | null;
}

const offline = 'offline/rules-1';

/** The automations of these workspaces whose texts the rules read no more: a model does, or their runs end as `needs_model`. */
export async function readTexts(owners: AsyncIterable<Call>): Promise<string | null> {
  const unread: string[] = [];
  let count = 0;
  for await (const call of owners) {
    const agents = new Map<string, unknown>();
    for await (const { id, model } of every(call, '/agents')) agents.set(String(id), model);
    for await (const item of every(call, '/automations')) {
      const automation = item as unknown as Automation;
      const why = whyUnread(automation, automation.model?.main ?? agents.get(automation.agentId));
      count += 1;
      if (why !== null) unread.push(`"${automation.name}" (${why})`);
    }
  }
  if (count === 0) return null;
  const read = `read as before: ${count - unread.length} of ${count} automations`;
  return unread.length === 0 ? read : `${read}; not: ${unread.join(', ')}`;
}

/** Null where filter and instructions are data, or were a model's before. */
function whyUnread(
  { filter, conditionState, planState, understood, hints = [] }: Automation,
  model: unknown,
): string | null {
  if (filter !== null && conditionState !== 'adopted' && conditionState !== undefined)
    return understood.filter?.problem ?? 'its filter has no condition';
  if (planState !== 'none' || model !== offline) return null;
  return hints[0] ?? 'its instructions have no plan';
}

export async function* every(call: Call, path: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  let from = '';
  do {
    const { items, nextCursor } = (await call('GET', `${path}?limit=100${from}`)) as unknown as Page;
    yield* items;
    from = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
  } while (from !== '');
}
