import { EventKind } from '#contracts/events.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { table } from '../../parts/table.ts';
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
  table({
    name: 'Targets of events',
    rows: targets,
    columns: [
      {
        title: 'Target',
        cell: ({ id, url, events }) =>
          html`<a href="${targetPath(id)}"><bdi class="foreign">${url}</bdi></a>
            <span class="hint">${events.join(', ')}</span>`,
      },
      {
        title: 'State',
        cell: ({ state }) =>
          html`<span class="state ${state === 'on' ? 'active' : 'paused'}">${state}</span>`,
      },
      {
        title: 'Last event',
        cell: ({ lastAttempt }) =>
          lastAttempt === null
            ? html`<span class="quiet">none yet</span>`
            : attemptState(lastAttempt, timeZone, time(lastAttempt.at, timeZone)),
      },
    ],
  });
