import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { emptyState } from '../../parts/empty-state.ts';
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
export function attemptTable(attempts: readonly Attempt[], shown: Shown): Html {
  if (attempts.length === 0)
    return emptyState({
      title: 'No events yet',
      text: 'Send a test event to check that it arrives. Each event is listed here with its result.',
    });
  return html`<table class="rows">
    <thead>
      <tr>
        <th scope="col">Event</th>
        <th scope="col">Result</th>
        <th scope="col" class="number">Tries</th>
        <th scope="col" class="number">When</th>
        <th scope="col"><span class="hidden">Send again</span></th>
      </tr>
    </thead>
    <tbody>
      ${attempts.map((attempt) => attemptRow(attempt, shown))}
    </tbody>
  </table>`;
}

function attemptRow(attempt: Attempt, { targetId, csrf, timeZone, isOwner }: Shown): Html {
  const { id, type, sequence, deliveryId, automationId, tries, at } = attempt;
  return html`<tr>
    <th scope="row" class="plain">
      ${type} <span class="quiet">${sequence}</span>
      ${
        deliveryId === null
          ? automationId !== null && html`<a href="/console/automations/${automationId}">automation</a>`
          : html`<a href="/console/deliveries/${deliveryId}">delivery</a>`
      }
    </th>
    <td>${attemptState(attempt, timeZone)}</td>
    <td class="number" data-label="tries">${tries.length}</td>
    <td class="number">${time(at, timeZone)}</td>
    <td>
      ${
        isOwner &&
        tries.length > 0 &&
        html`<form method="post" action="${targetPath(targetId)}/send">
          ${csrfField(csrf)}
          <button class="quiet" name="event" value="${id}" aria-label="Send again: ${type} ${sequence}">
            Send again
          </button>
        </form>`
      }
    </td>
  </tr>`;
}
