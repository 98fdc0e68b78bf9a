import { EndedOutcome } from '#contracts/run.ts';
import { isSkippedAtDoor } from '#domain/skipped-at-door.ts';
import { type Html, html } from '#api/html.ts';
import type { DeliveryFacts } from '../deliveries/read-facts.ts';
import { keepPath } from './case-path.ts';

/** Leads from a delivery that was judged and has ended to the form that keeps it as a case. */
export const keepLink = ({
  delivery,
  automation,
}: Pick<DeliveryFacts, 'delivery' | 'automation'>): Html | false =>
  automation !== null &&
  EndedOutcome.safeParse(delivery.outcome).success &&
  !isSkippedAtDoor(delivery) &&
  html`<a href="${keepPath(delivery.deliveryId)}">Keep as a case</a>`;
