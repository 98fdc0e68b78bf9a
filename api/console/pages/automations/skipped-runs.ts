import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { notice } from '../../parts/notice.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';

export type SkippedRuns = AnswerTo<'runSkipped'>;

/** The cause that kept the next one from being started, with its remedy. */
const stops: Readonly<Record<NonNullable<SkippedRuns['stoppedBy']>, string>> = {
  slots: 'The workspace has reached its limit of runs at once. Run the others when some have ended.',
  rate: 'The workspace has reached its limit of deliveries in a minute. Run the others in a moment.',
  storage: 'The workspace has reached its storage limit.',
  budget: 'The budget is used up. Raise it, or run the others later.',
  paused: 'The automation was paused.',
  deleted: 'The automation was deleted.',
  suspended: 'The operator suspended the workspace.',
  unavailable: 'The service could not take the next one. Run the others in a moment.',
};

/** The results for the deliveries that were to be run. */
export function skippedRuns({ deliveryIds, ranBefore, superseded, stoppedBy, remaining }: SkippedRuns): Html {
  const facts = [
    `${deliveryIds.length} ${deliveryIds.length === 1 ? 'was' : 'were'} started.`,
    ranBefore > 0 && `${ranBefore} had been run before.`,
    superseded > 0 && `${superseded} ${superseded === 1 ? 'was' : 'were'} left out for a newer one.`,
    remaining > 0 && `${remaining} of them still ${remaining === 1 ? 'waits' : 'wait'}.`,
    stoppedBy !== null && stops[stoppedBy],
  ].filter((fact) => fact !== false);
  return notice(stoppedBy === null ? 'done' : 'attention', facts.join(' '), {
    role: 'status',
    more:
      deliveryIds.length > 0 &&
      html`<details>
        <summary>Runs started</summary>
        <ul class="results">
          ${deliveryIds.map(
            (id) =>
              html`<li>
                <a href="${deliveryPath(id)}"><code>${id}</code></a>
              </li>`,
          )}
        </ul>
      </details>`,
  });
}
