import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { hiddenTitle, table } from '../../parts/table.ts';
import { time } from '../../parts/time.ts';
import { targetPath } from './events-path.ts';

type Attempt = ItemOf<'listEventAttempts'>;

/** The result of an event, as a dot and a word, with the reason. `when`: what stands beside the word. */
export function attemptState(
  { state, tries, nextTryAt }: Attempt,
  timeZone: string,
  when: Html | false = false,
): Html {
  const { status = null, error = null } = tries.at(-1) ?? {};
  return html`<span class="state ${colours[state]}">${state}</span> ${when}
    ${error === null ? status !== null && html`<span class="quiet">${status}</span>` : html`<span class="hint"><bdi>${error}</bdi></span>`}
    ${tries.length > 0 && nextTryAt !== null && html`<span class="hint">Next try ${time(nextTryAt, timeZone)}</span>`}`;
}

/** The classes of outcomes, for their colours. */
const colours: Readonly<Record<Attempt['state'], string>> = {
  sending: 'running',
  delivered: 'succeeded',
  failed: 'failed',
};

interface Shown {
  readonly targetId: string;
  readonly csrf: string;
  readonly timeZone: string;
  /** Whether the visitor may send them again. */
  readonly isOwner: boolean;
}

/** The events of a target, newest first. */
export const attemptTable = (
  attempts: readonly Attempt[],
  { targetId, csrf, timeZone, isOwner }: Shown,
): Html =>
  table({
    name: 'Events',
    rows: attempts,
    empty: {
      title: 'No events yet',
      text: 'Send a test event to check that it arrives. Each event is listed here with its result.',
    },
    columns: [
      { title: 'Event', className: 'plain', cell: eventCell },
      { title: 'Result', cell: (attempt) => attemptState(attempt, timeZone) },
      { title: 'Tries', label: 'tries', className: 'number', cell: ({ tries }) => tries.length },
      { title: 'When', className: 'number', cell: ({ at }) => time(at, timeZone) },
      {
        title: hiddenTitle('Send again'),
        cell: ({ id, type, sequence, tries }) =>
          isOwner &&
          tries.length > 0 &&
          html`<form method="post" action="${targetPath(targetId)}/send">
            ${csrfField(csrf)}
            <button class="quiet" name="event" value="${id}" aria-label="Send again: ${type} ${sequence}">
              Send again
            </button>
          </form>`,
      },
    ],
  });

const eventCell = ({ type, sequence, deliveryId, automationId }: Attempt): Html =>
  html`${type} <span class="quiet">${sequence}</span> ${
      deliveryId === null
        ? automationId !== null && html`<a href="/console/automations/${automationId}">automation</a>`
        : html`<a href="/console/deliveries/${deliveryId}">delivery</a>`
    }`;
