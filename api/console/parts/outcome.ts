import type { Outcome } from '../../../contracts/run.ts';
import { type Html, html } from '../../html.ts';

/** The outcomes as people read them, in the order of menus and charts. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  unknown_effect: 'effect unknown',
  needs_model: 'needs a model',
  skipped: 'skipped',
  running: 'running',
};

/** A dot and a word. */
export const outcomeState = (outcome: Outcome): Html =>
  html`<span class="outcome ${outcome}">${outcomeNames[outcome]}</span>`;
