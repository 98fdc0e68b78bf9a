import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { time } from '../../parts/time.ts';

type Rule = ItemOf<'listAlertRules'>;
type Alert = ItemOf<'listAlerts'>;

export function conditionWords({ condition }: Pick<Rule, 'condition'>): string {
  switch (condition.kind) {
    case 'first_failure':
      return 'the first failure, and the recovery';
    case 'failures':
      return `${condition.count} failures within ${minutesOf(condition.minutes)}`;
    case 'silence':
      return `no delivery for ${minutesOf(condition.minutes)}`;
    case 'shape_change':
      return 'a field of the deliveries has another type';
    case 'case_broken':
      return 'a case holds no more after a change';
    case 'connection_broken':
      return 'a connection that a run needs is broken';
    case 'refused':
      return `${condition.count} deliveries refused within ${minutesOf(condition.minutes)}`;
    case 'held':
      return heldWords(condition);
  }
}

const heldWords = ({ minutes, count }: Extract<Rule['condition'], { kind: 'held' }>): string =>
  [
    minutes !== undefined && `a delivery is held for ${minutesOf(minutes)}`,
    count !== undefined && (count === 1 ? 'one is held' : `${count} are held`),
  ]
    .filter((part) => part !== false)
    .join(', or ');

export const targetOf = ({ channel }: Pick<Rule, 'channel'>): string =>
  channel.kind === 'webhook' ? channel.url : channel.to;

export const typeWords: Readonly<Record<Alert['type'], string>> = {
  'automation.failed': 'failed',
  'automation.recovered': 'works again',
  'automation.failures': 'failed often',
  'automation.silent': 'receives no deliveries',
  'automation.shape_changed': 'receives deliveries of another form',
  'automation.case_broken': 'has cases that hold no more',
  'automation.connection_broken': 'uses a broken connection',
  'automation.refused': 'refused deliveries',
  'automation.held': 'holds deliveries',
  'alert.test': 'Test',
};

/** The result of an alert, as a dot and a word, with the reason. `when`: what stands beside the word. */
export function alertState(
  { state, status, error, nextTryAt }: Alert,
  timeZone: string,
  when: Html | false = false,
): Html {
  return html`<span class="state ${colours[state]}">${state}</span> ${when}
    ${
      state === 'withheld'
        ? html`<span class="hint">The rule sent more than 60 alerts within the hour.</span>`
        : error !== null
          ? html`<span class="hint"><bdi>${error}</bdi></span>`
          : status !== null && html`<span class="quiet">${status}</span>`
    }
    ${nextTryAt !== null && html`<span class="hint">Next try ${time(nextTryAt, timeZone)}</span>`}`;
}

const colours: Readonly<Record<Alert['state'], string>> = {
  sending: 'running',
  delivered: 'succeeded',
  failed: 'failed',
  withheld: 'skipped',
};

const minutesOf = (minutes: number) =>
  minutes % 1440 === 0
    ? unit(minutes / 1440, 'day')
    : minutes % 60 === 0
      ? unit(minutes / 60, 'hour')
      : unit(minutes, 'minute');

const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
