import type { AlertCondition } from '#contracts/alert.ts';
import { alertIdOf } from '#domain/alerts/alert-id.ts';
import { judgeHeld, judgeRefused } from '#domain/alerts/judge-room.ts';
import type { AlertRuleRecord, Alerts } from '#store/alert/alerts.ts';

type Watched = Awaited<ReturnType<Alerts['causes']['automations']>>[number];
type Place = Watched & { readonly workspaceId: string };
type RuleOf<Kind> = AlertRuleRecord & {
  readonly condition: Extract<AlertCondition, { readonly kind: Kind }>;
};

const isOf =
  <Kind extends AlertCondition['kind']>(kind: Kind) =>
  (rule: AlertRuleRecord): rule is RuleOf<Kind> =>
    rule.condition.kind === kind;
const isOfRefused = isOf('refused');
const isOfHeld = isOf('held');

/** Looks for automations that refuse or hold too many deliveries, because there is no room for them. */
export function createRoomJudge({ alerts, now }: { readonly alerts: Alerts; readonly now: () => number }) {
  const { causes } = alerts;

  /** Returns the alerts that are to be sent now. */
  async function judge(workspaceId: string): Promise<readonly string[]> {
    const opened: string[] = [];
    for (const rule of await alerts.rules(workspaceId)) {
      if (rule.state !== 'on' || (!isOfRefused(rule) && !isOfHeld(rule))) continue;
      const judgeOne = (place: Place) => (isOfRefused(rule) ? refused(rule, place) : held(rule, place));
      for (const watched of await causes.automations(workspaceId, rule.automationId))
        opened.push(...(await judgeOne({ workspaceId, ...watched })));
    }
    return opened;
  }

  /** A change in between is judged at the next look. */
  async function refused(
    rule: RuleOf<'refused'>,
    { workspaceId, automationId, automationName }: Place,
  ): Promise<readonly string[]> {
    const [at, read] = [now(), await alerts.readMemory(workspaceId, rule.id, automationId)];
    const { memory, refusals } = judgeRefused(rule.condition, read.memory, {
      refusals: await causes.refusals(workspaceId, automationId),
      watchedSinceMs: rule.watchedSince,
      nowMs: at,
    });
    const about = { automationId, read, memory };
    const facts = { automationId, automationName, refusals };
    const id = alertIdOf(rule.id, `automation.refused ${automationId} ${memory.toldUpTo}`);
    const alert = refusals === null ? null : ({ id, type: 'automation.refused', at, ...facts } as const);
    return (await alerts.settle(workspaceId, null, [{ rule, about, alert }])).opened;
  }

  async function held(
    rule: RuleOf<'held'>,
    { workspaceId, automationId, automationName }: Place,
  ): Promise<readonly string[]> {
    const [at, read] = [now(), await alerts.readMemory(workspaceId, rule.id, automationId)];
    const heldSince = await causes.heldSince(workspaceId, automationId);
    const { memory, oldestMs } = judgeHeld(rule.condition, read.memory, { heldSince, nowMs: at });
    const about = { automationId, read, memory };
    const facts = { automationId, automationName, held: heldSince.length, heldSince: oldestMs };
    const id = alertIdOf(rule.id, `automation.held ${automationId} ${oldestMs}`);
    const alert = oldestMs === null ? null : ({ id, type: 'automation.held', at, ...facts } as const);
    return (await alerts.settle(workspaceId, null, [{ rule, about, alert }])).opened;
  }

  return { judge };
}
