import { alertIdOf } from '#domain/alerts/alert-id.ts';
import { judgeShape } from '#domain/alerts/judge-shape.ts';
import type { AlertRuleRecord, Alerts, ChangeCause, Judged } from '#store/alert/alerts.ts';

type ChangedRun = NonNullable<Awaited<ReturnType<Alerts['changes']['changedRun']>>>;

export function createChangeJudge({ alerts }: { readonly alerts: Alerts }) {
  /** Returns the alerts that are to be sent now. */
  async function judge(workspaceId: string): Promise<readonly string[]> {
    const opened: string[] = [];
    for (const cause of await alerts.changes.pending(workspaceId))
      opened.push(...(await judgeOne(workspaceId, cause)));
    return opened;
  }

  /** Judged again where a rule, or what it remembers, changed in between. */
  async function judgeOne(workspaceId: string, cause: ChangeCause): Promise<readonly string[]> {
    for (;;) {
      const run = await alerts.changes.changedRun(workspaceId, cause);
      if (run === null) {
        await alerts.changes.drop(workspaceId, cause);
        return [];
      }
      const rules = (await alerts.rules(workspaceId)).filter((rule) => watches(rule, run));
      const judged = await Promise.all(rules.map((rule) => judgeBy(workspaceId, rule, run)));
      const settled = { list: 'alertChanges', member: cause.member } as const;
      const { status, opened } = await alerts.settle(workspaceId, settled, judged);
      if (status !== 'changed') return opened;
    }
  }

  async function judgeBy(workspaceId: string, rule: AlertRuleRecord, run: ChangedRun): Promise<Judged> {
    const { automationId, automationName, deliveryId, notedAt: at } = run;
    const read = await alerts.readMemory(workspaceId, rule.id, automationId);
    const { memory, fresh } = judgeShape(run.kind, read.memory, run.changes);
    const about = { automationId, read, memory };
    if (fresh.length === 0) return { rule, about, alert: null };
    const type = types[run.kind];
    const id = alertIdOf(rule.id, subjectOf(run, fresh));
    const facts = { automationId, automationName, deliveryId, changes: fresh.map(({ words }) => words) };
    return { rule, about, alert: { id, type, at, ...facts } };
  }

  return { judge };
}

const types = {
  shape_change: 'automation.shape_changed',
  case_broken: 'automation.case_broken',
  connection_broken: 'automation.connection_broken',
} as const;

/** A delivery changes once; as a case it may break with each revision. A connection breaks once for all runs that meet it. */
const subjectOf = ({ kind, deliveryId }: ChangedRun, fresh: readonly { readonly id: string }[]): string =>
  [
    types[kind],
    ...(kind === 'connection_broken' ? [] : [deliveryId]),
    ...(kind === 'shape_change' ? [] : fresh.map(({ id }) => id)),
  ].join(' ');

const watches = ({ state, automationId, condition }: AlertRuleRecord, run: ChangedRun): boolean =>
  state === 'on' &&
  condition.kind === run.kind &&
  (automationId === null || automationId === run.automationId);
