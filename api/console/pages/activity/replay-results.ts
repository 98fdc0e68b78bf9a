import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { table } from '../../parts/table.ts';
import { deliveryPath } from '../deliveries/delivery-path.ts';
import type { ReplayResult } from './start-replays.ts';

type Stop = NonNullable<Extract<ReplayResult, { kind: 'started' }>['stoppedBy']>;

const stops: Readonly<Record<Stop, string>> = {
  slots: 'the workspace has reached its limit of runs at once',
  rate: 'the workspace has reached its limit of deliveries in a minute',
  storage: 'the workspace has reached its storage limit',
  budget: 'the budget is used up',
  paused: 'the automation was paused',
  deleted: 'the automation was deleted',
  suspended: 'the operator suspended the workspace',
  unavailable: 'the service could not take the next one',
};

/** How many were started by all calls. */
export const startedOf = (results: readonly ReplayResult[]): number =>
  results.reduce((sum, result) => sum + (result.kind === 'started' ? result.started : 0), 0);

/** The deliveries of each automation that were started, those that were left out, and why. */
export const replayResults = (results: readonly ReplayResult[]): Html =>
  html`<ul class="results">
    ${results.map((result) =>
      result.kind === 'refused'
        ? result.deliveryIds.map((id) => html`<li><code>${id}</code>: ${result.message}</li>`)
        : html`<li>
            ${outsideText(result.automationName)}: ${sentenceOf(result)}
            ${leftOutTable(result.leftOutDeliveries ?? [])}
          </li>`,
    )}
  </ul>`;

/** Deliveries that are not replayed with others, and why; nothing where there are none. */
export const leftOutTable = (leftOut: AnswerTo<'replayAutomation'>['leftOutDeliveries']): Html | false =>
  leftOut.length > 0 &&
  table({
    name: 'Left out',
    rows: leftOut.slice(0, shownMax),
    columns: [
      {
        title: 'Left out',
        cell: ({ deliveryId }) => html`<a href="${deliveryPath(deliveryId)}">${deliveryId}</a>`,
      },
      { title: 'Why', cell: ({ reason }) => outsideText(reason, 300) },
    ],
  });

const shownMax = 50;

function sentenceOf(result: Extract<ReplayResult, { kind: 'started' }>): string {
  const { started, replayedBefore = 0, leftOut = 0, notKept = 0, remaining, continues, stoppedBy } = result;
  const wrote = result.leftOutDeliveries?.length ?? 0;
  const succeeded = leftOut - wrote;
  const others = result.deliveryIds.length - started - replayedBefore - wrote - notKept - remaining;
  const facts = [
    `${started} started`,
    succeeded > 0 && `${succeeded} left out, because a replay succeeded`,
    wrote > 0 && `${wrote} left out, because a replay would repeat a write`,
    replayedBefore > succeeded && `${replayedBefore - succeeded} replayed before`,
    notKept > 0 && `${notKept} no longer kept`,
    others > 0 && `${others} not started: its event was run before, or its body is not kept`,
    remaining > 0 &&
      (continues === true ? `${remaining} follow as slots become free` : `${remaining} not started`),
    continues !== true && stoppedBy !== null && stops[stoppedBy],
  ];
  return `${facts.filter((fact) => fact !== false).join('; ')}.`;
}
