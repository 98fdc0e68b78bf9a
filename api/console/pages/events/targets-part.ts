import { EventKind } from '#contracts/events.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { time } from '../../parts/time.ts';
import type { RefusedPart } from '../settings/refused-part.ts';
import { attemptState } from './attempt-table.ts';
import { eventsPath, targetPath } from './events-path.ts';
import { targetForm, typedTarget } from './target-form.ts';

type Target = ItemOf<'listEventTargets'>;

interface TargetsPart {
  readonly csrf: string;
  readonly timeZone: string;
  readonly targets: readonly Target[];
  readonly refused: RefusedPart | undefined;
  /** Whether the visitor may change them. */
  readonly isOwner: boolean;
}

/** The targets of events, and the form for another one. */
export const targetsPart = ({ csrf, timeZone, targets, refused, isOwner }: TargetsPart): Html =>
  html`<section aria-labelledby="events">
    <h2 id="events">Events</h2>
    <p class="hint">
      A signed POST to your URL when a run is over, deliveries are refused or an automation is changed.
    </p>
    ${targets.length > 0 && targetTable(targets, timeZone)}
    ${
      isOwner &&
      html`<h3>New target</h3>
        ${targetForm({
          action: eventsPath,
          csrf,
          typed: refused?.typed ?? typedTarget('', EventKind.options),
          submit: 'Add target',
          problem: refused?.problem,
        })}`
    }
  </section>`;

const targetTable = (targets: readonly Target[], timeZone: string): Html =>
  html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Target</th>
        <th scope="col">State</th>
        <th scope="col">Last event</th>
      </tr>
    </thead>
    <tbody>
      ${targets.map(
        ({ id, url, events, state, lastAttempt }) =>
          html`<tr>
            <th scope="row">
              <a href="${targetPath(id)}"><bdi class="foreign">${url}</bdi></a>
              <span class="hint">${events.join(', ')}</span>
            </th>
            <td><span class="state ${state === 'on' ? 'active' : 'paused'}">${state}</span></td>
            <td>
              ${
                lastAttempt === null
                  ? html`<span class="quiet">none yet</span>`
                  : attemptState(lastAttempt, timeZone, time(lastAttempt.at, timeZone))
              }
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`;
