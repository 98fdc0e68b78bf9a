import type { Failure } from '#contracts/failure.ts';
import { isFailed } from '#domain/failed-outcomes.ts';
import { causeIdOf } from '#domain/cause-id.ts';
import { alertText, type AlertFacts } from '#domain/alerts/alert-text.ts';
import type { AlertRecord } from '#store/alert/alerts.ts';
import type { AlertTarget } from '#store/alert/alert-targets.ts';

/** The store's data of an alert at the moment of a try. */
export interface AlertSource {
  readonly alert: AlertRecord;
  readonly target: AlertTarget;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** Why the run ended so, and what it was about; null where that is not known any more. */
  readonly run: {
    readonly reason: string | null;
    readonly reference: string | null;
    readonly referenceUrl: string | null;
    readonly failure: Failure | null;
  } | null;
}

export const factsOf = ({ alert, target, run }: AlertSource): AlertFacts => ({
  type: alert.type,
  ruleName: target.name,
  condition: target.condition,
  automationName: alert.automationName,
  outcome: alert.outcome,
  reason: run?.reason ?? null,
  failures: alert.failures,
  silentSince: isoOrNull(alert.silentSince),
  refusals: alert.refusals,
  held: alert.held,
  heldSince: isoOrNull(alert.heldSince),
  changes: alert.changes,
});

const isoOrNull = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** Pages of the console that show more. */
export function linksOf(publicUrl: string, { alert, run }: Pick<AlertSource, 'alert' | 'run'>) {
  const { automationId, deliveryId, ruleId } = alert;
  const failure = alert.outcome !== null && isFailed(alert.outcome) ? (run?.failure ?? null) : null;
  const at = (path: string) => `${publicUrl}/console/${path}`;
  return {
    delivery: deliveryId === null ? null : at(`deliveries/${deliveryId}`),
    cause:
      automationId === null || failure === null ? null : at(`causes/${causeIdOf(automationId, failure)}`),
    automation: automationId === null ? null : at(`automations/${automationId}`),
    rule: at(`alerts/${ruleId}`),
  };
}

/** The body of a webhook: facts and links, never what a delivery held. */
export function composePayload(publicUrl: string, source: AlertSource) {
  const { alert, target, run } = source;
  const facts = factsOf(source);
  return {
    type: alert.type,
    timestamp: new Date(alert.at).toISOString(),
    text: alertText(facts),
    data: {
      ruleId: alert.ruleId,
      ruleName: target.name,
      workspaceId: source.workspaceId,
      workspaceName: source.workspaceName,
      automationId: alert.automationId,
      automationName: alert.automationName,
      outcome: alert.outcome,
      reason: facts.reason,
      deliveryId: alert.deliveryId,
      reference: run?.reference ?? null,
      referenceUrl: run?.referenceUrl ?? null,
      failures: alert.failures,
      silentSince: facts.silentSince,
      refusals: alert.refusals,
      held: alert.held,
      heldSince: facts.heldSince,
      changes: alert.changes.length === 0 ? null : alert.changes,
      links: linksOf(publicUrl, source),
    },
  };
}
