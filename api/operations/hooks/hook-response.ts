import { z } from 'zod';
import type { SignatureFault } from '#contracts/sender.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { DoorAnswer } from '#intake/door.ts';
import type { AcceptedAnswer, HandshakeAnswer } from '#senders/sender.ts';
import { type Answered, assertAccepted, refusedFlood } from '../../errors/assert-accepted.ts';
import { bytes, empty, file, type SentAnswer } from '../answers.ts';
import { HookAnswer, hookAnswerOf } from './hook-answer.ts';
import { knownUntil, placeOfEventId } from '#domain/dedupe.ts';

/** Tells a sender by which key repeats are known; a dictionary of RFC 9651. The key itself is in the body. */
const dedupeHeader = 'X-Reveille-Dedupe';

/** Nothing where no event id was taken. */
function dedupeHeaders(receipt: Answered, retentionDays: number): Record<string, string> {
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

const HandshakeBody = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe('The answer to a handshake, or to a delivery of a sender that takes no other for success.');

/** The answers of a hook, by status. */
export const hookAnswers = {
  200: file(
    'Taken, seen before, or skipped because the automation is paused, its budget used up, or a loop came to its last round. Or the answer to a handshake of its sender.',
    {
      'application/json': z.union([HookAnswer, HandshakeBody]),
      'text/plain': { type: 'string', description: 'The challenge of a handshake.' },
      'text/html': { type: 'string', description: 'The text of the owner, for a visitor who posted a form.' },
      'text/xml': { type: 'string', description: 'An answer that the sender takes for success.' },
    },
    [dedupeHeader],
  ),
  204: empty('The answer to a handshake, or to a delivery, of a sender that wants an empty one.'),
  303: empty('For a visitor who posted a form: on to the page of the owner.', ['Location']),
};

export type HookResponse = SentAnswer<typeof hookAnswers>;

/** Throws the refusal of what was not taken. `retentionDays`: how long an event id is known. */
export function hookResponse(answer: DoorAnswer, retentionDays: number): HookResponse {
  switch (answer.status) {
    case 'received': {
      const { receipt, own } = answer;
      assertAccepted(receipt);
      const response = own === null ? sentJson(hookAnswerOf(receipt)) : ownResponse(own);
      return { ...response, headers: dedupeHeaders(receipt, retentionDays) };
    }
    case 'handshake':
      return handshakeResponse(answer.answer);
    case 'flood':
      throw refusedFlood(answer.retryAfterMs);
    case 'refused':
      throw new DomainError('SIGNATURE_INVALID', faults[answer.fault]);
    case 'no-handshake':
      throw new DomainError('METHOD_NOT_ALLOWED', 'Deliveries are sent by POST');
  }
}

const faults: Readonly<Record<SignatureFault, string>> = {
  missing: 'The delivery is not signed',
  wrong: 'The signature of the delivery is not right',
  expired: 'The signature of the delivery is too old, or from a moment to come',
};

const sentJson = (body: unknown): HookResponse => ({
  status: 200,
  ...bytes('application/json', JSON.stringify(body)),
});

function handshakeResponse({ status, headers = {}, body }: HandshakeAnswer): HookResponse {
  if (status === 204) return { status, headers };
  if (body === null || typeof body === 'string')
    return { status, headers, ...bytes('text/plain', body ?? '') };
  return { ...sentJson(body), headers };
}

/** A type that we do not declare is sent as plain text. */
function ownResponse({ status, contentType, body }: AcceptedAnswer): HookResponse {
  if (status === 204) return { status };
  const types = ['application/json', 'text/xml'] as const;
  const type = types.find((one) => contentType?.startsWith(one) === true) ?? 'text/plain';
  return { status, ...bytes(type, body) };
}
