import { alertIdOf } from '#domain/alerts/alert-id.ts';
import { judgeSilence } from '#domain/alerts/judge-silence.ts';
import type { AlertRuleRecord, Alerts } from '#store/alert/alerts.ts';

type Watched = Awaited<ReturnType<Alerts['causes']['watched']>>[number];

/** Finds automations that received no delivery for too long. */
export function createQuietJudge({ alerts, now }: { readonly alerts: Alerts; readonly now: () => number }) {
  /** Returns the alerts that are to be sent now. */
  async function judge(workspaceId: string): Promise<readonly string[]> {
    const opened: string[] = [];
    for (const rule of await alerts.rules(workspaceId)) {
      if (rule.state !== 'on' || rule.condition.kind !== 'silence') continue;
      const { minutes } = rule.condition;
      for (const watched of await alerts.causes.watched(workspaceId, rule.automationId))
        opened.push(...(await judgeOne(workspaceId, { ...rule, minutes }, watched)));
    }
    return opened;
  }

  /** Changes in between are judged at the next look. */
  async function judgeOne(
    workspaceId: string,
    rule: AlertRuleRecord & { readonly minutes: number },
    { automationId, automationName, isPaused, lastDeliveryMs }: Watched,
  ): Promise<readonly string[]> {
    const [at, read] = [now(), await alerts.readMemory(workspaceId, rule.id, automationId)];
    const { memory, silentSinceMs } = judgeSilence(rule, read.memory, {
      isPaused,
      lastDeliveryMs,
      nowMs: at,
      watchedSinceMs: rule.watchedSince,
    });
    const about = { automationId, read, memory };
    const facts = { automationId, automationName, silentSince: silentSinceMs };
    const id = alertIdOf(rule.id, `automation.silent ${automationId} ${silentSinceMs}`);
    const alert = silentSinceMs === null ? null : ({ id, type: 'automation.silent', at, ...facts } as const);
    return (await alerts.settle(workspaceId, null, [{ rule, about, alert }])).opened;
  }

  return { judge };
}
