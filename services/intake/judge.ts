import type { HtmlForm } from '#contracts/form.ts';
import type { SignatureFault } from '#contracts/sender.ts';
import { loopHeader } from '#domain/loop.ts';
import { senderOf } from '#senders/index.ts';
import { createSenderRequest } from '#senders/request.ts';
import type {
  AcceptedAnswer,
  HandshakeAnswer,
  Sender,
  SenderRequest,
  Verification,
} from '#senders/sender.ts';
import type { Arrival } from '#store/admission/admissions.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { Handshakes } from '#store/automation/handshakes.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { LoopLinks } from '#store/loop-links.ts';
import type { DoorLedger } from '#store/report/door-ledger.ts';
import { arrivalOfRequest, type SenderFacts } from './arrival.ts';
import type { HookRequest } from './hook-request.ts';
import type { Diagnose } from './diagnosis.ts';
import type { KnownKeys } from './published-keys.ts';
import { proposedEventIds } from './proposed-event-ids.ts';
import type { Receipt, Stale } from './receipt.ts';
import type { Intake } from './receive.ts';
import type { createRecognition } from './recognition.ts';
import type { Refusals } from './refusals.ts';
import type { KnownSenderSettings } from './sender-settings.ts';
import { handshakeAnswer, shakeHands } from './shake-hands.ts';
import { receiptOfSpam, type SpamDeps } from './spam.ts';
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

export type DoorAnswer =
  | {
      readonly status: 'received';
      readonly receipt: Receipt;
      readonly own: AcceptedAnswer | null;
      /** The automation's answer to visitors who post a form. */
      readonly form: HtmlForm | null;
    }
  | { readonly status: 'handshake'; readonly answer: HandshakeAnswer }
  | { readonly status: 'refused'; readonly fault: SignatureFault }
  /** More of its client were refused at this hook than are told why. */
  | { readonly status: 'flood'; readonly retryAfterMs: number }
  /** Neither a delivery nor a handshake of the sender. */
  | { readonly status: 'no-handshake' };

export interface DoorDeps extends SpamDeps {
  readonly settings: KnownSenderSettings;
  readonly intake: Pick<Intake, 'receiveFrom'>;
  readonly notes: Pick<DoorNotes, 'refuse' | 'countSpam' | 'notePayloadDuplicate'>;
  /** Told of a note beside an answer that was not written. */
  readonly onNoteFailure: (error: unknown) => void;
  readonly refusals: Refusals;
  readonly ledger: Pick<DoorLedger, 'noteRefused'>;
  readonly handshakes: Pick<Handshakes, 'keep'>;
  readonly publishedKeys: KnownKeys;
  readonly recognition: ReturnType<typeof createRecognition>;
  readonly diagnose: Diagnose;
  readonly loopLinks: Pick<LoopLinks, 'read'>;
  /** Large deliveries are judged and stored a few at a time, so that a small one need not wait for all of them. */
  readonly bodyTurns: { readonly take: (caller: string) => Promise<{ readonly release: () => void }> };
}

export const unavailable = (error: unknown): DoorAnswer => ({
  status: 'received',
  receipt: { status: 'unavailable', error },
  own: null,
  form: null,
});

/** `stale`: the sender changed in the meantime, and nothing was done. Throws INVALID_EVENT_ID. */
export async function judge(
  deps: DoorDeps,
  hook: Hook,
  request: DoorRequest,
  known: SenderSettings,
): Promise<DoorAnswer | Stale> {
  const receivedAt = new Date();
  const sender = senderOf(known.senderId);
  if (sender === undefined) return unavailable(new Error(`No sender has the id ${known.senderId}.`));
  const loopLink = deps.loopLinks.read(headerOf(request, loopHeader));
  if (sender.id === 'generic') {
    const arrival = arrivalOfRequest(hook, request, { receivedAt, loopLink, ...known });
    const answer = await receive(deps, hook, request, arrival, known);
    if (answer.status === 'received')
      deps.recognition.look(hook, known, () => senderRequest(request, receivedAt));
    return answer;
  }
  const view = senderRequest(request, receivedAt);
  const { encodedBody } = request;
  const readings =
    encodedBody === null ? [view] : [view, senderRequest({ ...request, body: encodedBody }, receivedAt)];
  const secrets = countingSecrets(known, view.now);
  const verification = verify(sender, readings, secrets, deps.publishedKeys);
  const greeting = handshakeAnswer(sender, view, known);
  const needsSignature = greeting === null || sender.handshake?.isSigned === true;
  if (verification !== null && verification.status !== 'verified' && needsSignature)
    return await refuse(deps, hook, request, { sender, readings, known, verification });
  if (greeting !== null) {
    // Only the sender of this moment is answered.
    if ((await deps.settings.read(hook)).version !== known.version) return { status: 'stale' };
    const verified = verification === null ? null : verification.status === 'verified';
    return await shakeHands(deps, hook, sender.id, { answer: greeting, verified, client: request.client });
  }
  const facts = factsOf(sender, view, verification);
  const arrival = arrivalOfRequest(hook, request, { receivedAt, facts, loopLink, ...known });
  const answer = await receive(deps, hook, request, arrival, known);
  return answer.status === 'received' ? { ...answer, own: sender.accepted?.(view) ?? null } : answer;
}

function headerOf({ headers }: DoorRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

async function receive(
  deps: DoorDeps,
  hook: Hook,
  request: DoorRequest,
  arrival: Arrival,
  known: SenderSettings,
): Promise<DoorAnswer | Stale> {
  const receipt =
    (await receiptOfSpam(deps, hook, request, arrival, known)) ??
    (await deps.intake.receiveFrom(hook, arrival, known.version));
  if (receipt.status === 'stale') return receipt;
  if (isOverLimit(receipt)) deps.ledger.noteRefused(hook, arrival.deliveryId);
  // Beside the answer, which does not wait for it.
  if (receipt.status === 'duplicate' && receipt.eventIdSource === 'payload')
    deps.notes.notePayloadDuplicate(hook, proposedEventIds(request.headers)).catch(deps.onNoteFailure);
  return { status: 'received', receipt, own: null, form: known.form };
}

const limitStatuses: ReadonlySet<Receipt['status']> = new Set(['rate', 'full', 'flood', 'storage']);

const isOverLimit = ({ status }: Receipt): boolean => limitStatuses.has(status);

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

async function refuse(
  { notes, publishedKeys, diagnose, refusals }: DoorDeps,
  hook: Hook,
  { client }: Pick<DoorRequest, 'client'>,
  judged: {
    readonly sender: Sender;
    readonly readings: readonly SenderRequest[];
    readonly known: SenderSettings;
    readonly verification: Exclude<Verification, { status: 'verified' }>;
  },
): Promise<DoorAnswer | Stale> {
  const { verification, known } = judged;
  if (verification.status === 'unknown-key') {
    void publishedKeys.request(verification.keyUrl);
    return unavailable(new Error(`The key behind ${verification.keyUrl} is not known yet.`));
  }
  const flood = await refusals.count(hook, client);
  if (flood !== null) return flood;
  const fault = verification.status;
  const diagnosis = diagnose(hook, { ...judged, verification });
  const at = new Date().toISOString();
  const noted = await notes.refuse(hook, known.version, { at, fault, diagnosis });
  return noted === 'counted' ? { status: 'refused', fault } : { status: 'stale' };
}
