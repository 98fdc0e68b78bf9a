import { knownUntil, placeOfEventId } from '#domain/dedupe.ts';
import type { Answered } from '../../errors/assert-accepted.ts';

/** Tells a sender by which key repeats are known; a dictionary of RFC 9651. The key itself is in the body. */
export const dedupeHeader = 'X-Reveille-Dedupe';

/** Nothing where no event id was taken. */
export function dedupeHeaders(receipt: Answered, retentionDays: number): Record<string, string> {
  if (receipt.status === 'skipped') return {};
  const { eventIdSource, deliveryId, firstReceivedAt } = receipt;
  const place = placeOfEventId(receipt);
  const members = [
    `source=${eventIdSource}`,
    ...(place === null ? [] : [`from=${text(place)}`]),
    ...(firstReceivedAt === null
      ? []
      : [
          `until=@${Math.floor(knownUntil({ eventIdSource, receivedAt: firstReceivedAt }, retentionDays) / 1000)}`,
        ]),
    `first=${text(deliveryId)}`,
  ];
  return { [dedupeHeader]: members.join(', ') };
}

/** A string of printable ASCII. */
const text = (value: string): string => `"${encodeURI(value.toWellFormed())}"`;
