import { alertIdOf } from '#domain/alerts/alert-id.ts';
import { judgeRun } from '#domain/alerts/judge-run.ts';
import type { AlertRuleRecord, Alerts, Judged } from '#store/alert/alerts.ts';

type EndedRun = NonNullable<Awaited<ReturnType<Alerts['causes']['endedRun']>>>;

export function createEndJudge({ alerts }: { readonly alerts: Alerts }) {
  const { causes } = alerts;

  /** Returns the alerts that are to be sent now. */
  async function judge(workspaceId: string): Promise<readonly string[]> {
    const opened: string[] = [];
    for (const deliveryId of await causes.pending(workspaceId))
      opened.push(...(await judgeOne(workspaceId, deliveryId)));
    return opened;
  }

  /** Judged again where a rule, or what it remembers, changed in between. */
  async function judgeOne(workspaceId: string, deliveryId: string): Promise<readonly string[]> {
    for (;;) {
      const run = await causes.endedRun(workspaceId, deliveryId);
      if (run === null) {
        await causes.drop(workspaceId, deliveryId);
        return [];
      }
      const rules = (await alerts.rules(workspaceId)).filter((rule) => watches(rule, run));
      const judged = await Promise.all(rules.map((rule) => judgeBy(workspaceId, rule, run)));
      const { status, opened } = await alerts.settle(
        workspaceId,
        { list: 'alertCauses', member: deliveryId },
        judged,
      );
      if (status !== 'changed') return opened;
    }
  }

  async function judgeBy(workspaceId: string, rule: AlertRuleRecord, run: EndedRun): Promise<Judged> {
    const { automationId, automationName, deliveryId, outcome, atMs } = run;
    const read = await alerts.readMemory(workspaceId, rule.id, automationId);
    const { memory, told } = judgeRun(rule.condition, read.memory, { outcome, atMs });
    const about = { automationId, read, memory };
    if (told === null) return { rule, about, alert: null };
    const facts = { automationId, automationName, deliveryId, outcome, failures: told.failures };
    const id = alertIdOf(rule.id, `${told.type} ${deliveryId}`);
    return { rule, about, alert: { id, type: told.type, at: atMs, ...facts } };
  }

  return { judge };
}

const watches = ({ state, automationId, condition }: AlertRuleRecord, run: EndedRun): boolean =>
  state === 'on' &&
  (condition.kind === 'first_failure' || condition.kind === 'failures') &&
  (automationId === null || automationId === run.automationId);
