import { DomainError } from '#domain/domain-error.ts';
import { loopHeader } from '#domain/loop.ts';
import { senderBy } from '#senders/index.ts';
import { createSenderRequest } from '#senders/request.ts';
import type { HandshakeAnswer, Sender, SenderRequest, Verification } from '#senders/sender.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { LoopLinks } from '#store/loop-links.ts';
import { arrivalOfRequest, type SenderFacts } from './arrival.ts';
import type { HookRequest } from './hook-request.ts';
import type { KnownKeys } from './published-keys.ts';
import { handshakeAnswer } from './shake-hands.ts';
import { countingSecrets, verify } from './verify.ts';

/** A request at a hook, with what signatures may be of. */
export interface DoorRequest extends HookRequest {
  /** The client whose refused requests are counted together: an IPv4 address or an IPv6 /64. */
  readonly client: string;
  readonly method: string;
  /** The public address, with its query. */
  readonly url: string;
  /** The body as it came, where its Content-Encoding was undone; else null. */
  readonly encodedBody: Buffer | null;
}

/** A request as the sender of the automation reads it. */
interface Read {
  readonly sender: Sender;
  readonly known: SenderSettings;
  /** As it is read, and, where it was compressed, as it came. */
  readonly readings: readonly SenderRequest[];
  /** Null where there is no secret, or the sender does not sign. */
  readonly verification: Verification | null;
}

export type RefusedRequest = Read & {
  readonly verification: Exclude<Verification, { status: 'verified' }>;
};

/** The kind of a request, before anything is done about it. */
export type Judged =
  | ({ readonly status: 'refused' } & RefusedRequest)
  | ({ readonly status: 'handshake'; readonly answer: HandshakeAnswer } & Read)
  /** `arrive` throws INVALID_EVENT_ID, and INVALID_REQUEST for what its sender says can be no delivery. */
  | ({ readonly status: 'delivery'; readonly arrive: () => Arrival } & Read);

export interface JudgeDeps {
  readonly publishedKeys: KnownKeys;
  readonly loopLinks: Pick<LoopLinks, 'read'>;
}

/** Judges a request by the settings of its sender. Nothing is kept, counted or asked. */
export function judge(
  { loopLinks, publishedKeys }: JudgeDeps,
  hook: Hook,
  request: DoorRequest,
  known: SenderSettings,
): Judged {
  const receivedAt = new Date();
  const sender = senderBy(known.senderId, known.custom);
  if (sender === undefined) throw new Error(`No sender has the id ${known.senderId}.`);
  const arriveAs = (facts?: SenderFacts) => {
    const loopLink = loopLinks.read(headerOf(request, loopHeader));
    return arrivalOfRequest(hook, request, { receivedAt, loopLink, ...(facts && { facts }), ...known });
  };
  if (sender.id === 'generic')
    return { status: 'delivery', sender, known, readings: [], verification: null, arrive: () => arriveAs() };
  const view = senderRequest(request, receivedAt);
  const { encodedBody } = request;
  const readings =
    encodedBody === null ? [view] : [view, senderRequest({ ...request, body: encodedBody }, receivedAt)];
  const secrets = countingSecrets(known, view.now);
  const verification = verify(sender, readings, secrets, publishedKeys);
  const read = { sender, known, readings };
  const answer = handshakeAnswer(sender, view, known);
  const needsSignature = answer === null || sender.handshake?.isSigned === true;
  if (verification !== null && verification.status !== 'verified' && needsSignature)
    return { status: 'refused', ...read, verification };
  if (answer !== null) return { status: 'handshake', ...read, verification, answer };
  const arrive = () => {
    const reason = sender.refuse?.(view) ?? null;
    if (reason !== null) throw new DomainError('INVALID_REQUEST', reason);
    return arriveAs(factsOf(sender, view, verification));
  };
  return { status: 'delivery', ...read, verification, arrive };
}

function headerOf({ headers }: DoorRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

export const senderRequest = ({ method, url, headers, body }: DoorRequest, receivedAt: Date): SenderRequest =>
  createSenderRequest({ method, url, headers, rawBody: body, now: receivedAt.getTime() });

const hasSignedEventId = ({ eventIdIsSigned }: Sender, view: SenderRequest): boolean =>
  typeof eventIdIsSigned === 'function' ? eventIdIsSigned(view) : eventIdIsSigned === true;

const factsOf = (sender: Sender, view: SenderRequest, verification: Verification | null): SenderFacts => ({
  sender: sender.id,
  eventId: sender.eventId(view),
  // A request that is not verified was refused before.
  hasSignedEventId: verification !== null && hasSignedEventId(sender, view),
  eventName: sender.eventName(view),
  reference: sender.reference(view),
  referenceUrl: sender.referenceUrl(view),
  verified: verification === null ? (sender.verify === null ? null : false) : true,
});
