import type { AlertCondition, AlertType } from '#contracts/alert.ts';
import type { Outcome } from '#contracts/run.ts';

export interface AlertFacts {
  readonly type: AlertType;
  readonly ruleName: string;
  readonly condition: AlertCondition;
  readonly automationName: string | null;
  readonly outcome: Outcome | null;
  readonly reason: string | null;
  readonly failures: number | null;
  /** ISO 8601. */
  readonly silentSince: string | null;
  readonly refusals: number | null;
  readonly held: number | null;
  /** ISO 8601. */
  readonly heldSince: string | null;
  /** Members of another type than before, or cases and connections that broke, in words. */
  readonly changes: readonly string[];
}

const outcomes: Readonly<Partial<Record<Outcome, string>>> = {
  failed: 'A run failed.',
  needs_model: 'A run needs a model.',
  unknown_effect: 'A request was cut off, and may or may not have arrived.',
};

/** One sentence, without a line break, for the subject of an e-mail. */
export function alertHeadline(facts: AlertFacts): string {
  const { type, condition, automationName, failures } = facts;
  const name = oneLine(automationName ?? 'An automation');
  switch (type) {
    case 'automation.failed':
      return `${name} failed`;
    case 'automation.recovered':
      return `${name} works again`;
    case 'automation.failures':
      return `${name} failed ${timesOf(failures ?? 0)}${withinOf(condition)}`;
    case 'automation.silent':
      return `${name} receives no deliveries`;
    case 'automation.shape_changed':
      return `Deliveries to ${name} changed`;
    case 'automation.case_broken':
      return `Cases of ${name} hold no more`;
    case 'automation.connection_broken':
      return `${name} uses a broken connection`;
    case 'automation.refused':
      return `${name} refused ${deliveriesOf(facts.refusals)}${withinOf(condition)}`;
    case 'automation.held':
      return `${name} holds ${deliveriesOf(facts.held)}`;
    case 'alert.test':
      // Goes to addresses that nobody confirmed: nothing of it is written by who sends it.
      return 'Test of an alert rule';
  }
}

/** The same with why, or since when. */
export function alertText(facts: AlertFacts): string {
  const headline = alertHeadline(facts);
  const { type, outcome, reason, silentSince, changes } = facts;
  if (type === 'alert.test') return `Test of the alert rule ${oneLine(facts.ruleName)}: it arrived.`;
  if (type === 'automation.recovered') return `${headline}: a run succeeded.`;
  if (type === 'automation.silent') return `${headline}: no delivery was accepted since ${silentSince}.`;
  if (['automation.shape_changed', 'automation.case_broken', 'automation.connection_broken'].includes(type))
    return `${headline}: ${listOf(changes)}`;
  if (type === 'automation.refused') return `${headline}: there was no room. ${lostSentence}`;
  if (type === 'automation.held') return `${headline}: the oldest since ${facts.heldSince}.`;
  const why = reason ?? outcomes[outcome ?? 'failed'] ?? 'A run failed.';
  return type === 'automation.failures' ? `${headline}. The last: ${why}` : `${headline}: ${why}`;
}

const listedMax = 5;

function listOf(changes: readonly string[]): string {
  const more = changes.length - listedMax;
  const listed = changes.slice(0, listedMax).map((change) => `${change}.`);
  return [...listed, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

const lostSentence =
  'A delivery that its sender does not retry is lost; an automation can hold those for which there is no room.';

const deliveriesOf = (count: number | null) => (count === 1 ? 'one delivery' : `${count ?? 0} deliveries`);

const timesOf = (count: number) => (count === 1 ? 'once' : `${count} times`);

function withinOf(condition: AlertCondition): string {
  if (condition.kind !== 'failures' && condition.kind !== 'refused') return '';
  return condition.minutes === 1 ? ' within a minute' : ` within ${condition.minutes} minutes`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
