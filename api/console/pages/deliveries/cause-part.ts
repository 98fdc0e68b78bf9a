import type { CausedBy } from '#contracts/cause.ts';
import type { ActivityRow } from '#contracts/delivery.ts';
import { type Html, html } from '#api/html.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { sections } from '../../sections.ts';
import { deliveryPath } from './delivery-path.ts';
import { type DoorReason, isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import type { Outcome } from '#contracts/run.ts';

type Cause = NonNullable<CausedBy>;

const links: Readonly<Record<Cause['kind'], (id: string) => Html>> = {
  delivery: (id) => html`the run of <a href="${deliveryPath(id)}">${id}</a>`,
  chat: (id) => html`<a href="${sections.chat.path}/${id}">a chat</a>`,
  alert: (id) => html`<a href="${sections.alerts.path}/${id}">an alert</a>`,
  event: () => html`an event`,
  elsewhere: () => html`a run of another workspace`,
};

/** The cause of a delivery, and the round of its loop. */
export const causePart = ({ kind, id, round }: Cause): Html => html`${links[kind](id ?? '')}, round ${round}`;

/** Why a delivery ended so; null where its outcome says it all. That a loop was ended is said with what sent it. */
export function reasonPart(
  ended: Pick<ActivityRow, 'outcome' | 'reason' | 'causedBy'>,
  charsMax: number,
): Html | null {
  const { reason, causedBy } = ended;
  if (reason === null) return null;
  if (reason !== 'loop' || causedBy === null) return outsideText(reasonWords(ended) ?? reason, charsMax);
  return html`The loop limit was reached here: this was sent by ${causePart(causedBy)}. The agent was not
  woken.`;
}

const atDoor: Readonly<Record<DoorReason, string>> = {
  paused: 'The automation was paused.',
  budget: 'The budget was used up.',
  loop: 'The loop limit was reached.',
};

/** Why a delivery ended so, in a sentence; null where the outcome says it all. */
function reasonWords(ended: { readonly outcome: Outcome; readonly reason: string | null }): string | null {
  if (!isSkippedAtDoor(ended)) return ended.reason;
  return Object.entries(atDoor).find(([reason]) => reason === ended.reason)?.[1] ?? ended.reason;
}
