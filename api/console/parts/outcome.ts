import type { Outcome } from '#contracts/run.ts';
import { type Html, html } from '../../html.ts';
import { time } from './time.ts';

/** The outcomes as people read them, in the order of menus and charts. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  unknown_effect: 'effect unknown',
  needs_model: 'needs a model',
  skipped: 'skipped',
  running: 'running',
  waiting: 'waits for approval',
};

/** A dot and a word. */
export const outcomeState = (outcome: Outcome): Html => badge(outcome, outcomeNames[outcome]);

interface Shown {
  readonly outcome: Outcome;
  readonly heldSince: string | null;
  readonly nextTryAt: string | null;
}

/** The same of a delivery: one that is held does not have its turn yet, one that waits says until when. */
export function deliveryState({ outcome, heldSince, nextTryAt }: Shown, timeZone: string): Html {
  if (heldSince !== null) return badge(outcome, 'held');
  if (nextTryAt === null || outcome === 'waiting') return outcomeState(outcome);
  return html`${badge(outcome, 'retrying')} <span class="quiet">${time(nextTryAt, timeZone)}</span>`;
}

const badge = (outcome: Outcome, word: string): Html => html`<span class="outcome ${outcome}">${word}</span>`;
