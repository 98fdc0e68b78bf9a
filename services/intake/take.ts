import type { HtmlForm } from '#contracts/form.ts';
import type { SignatureFault } from '#contracts/sender.ts';
import type { AcceptedAnswer, HandshakeAnswer } from '#senders/sender.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { Handshakes } from '#store/automation/handshakes.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { DoorLedger } from '#store/report/door-ledger.ts';
import type { Diagnose } from './diagnosis.ts';
import type { DoorVerdicts } from './door-conditions.ts';
import {
  type DoorRequest,
  judge,
  type JudgeDeps,
  type Judged,
  type RefusedRequest,
  senderRequest,
} from './judge.ts';
import { proposedEventIds } from './proposed-event-ids.ts';
import type { Receipt, Stale } from './receipt.ts';
import type { Intake } from './receive.ts';
import type { createRecognition } from './recognition.ts';
import type { Refusals } from './refusals.ts';
import type { KnownSenderSettings } from './sender-settings.ts';
import { shakeHands } from './shake-hands.ts';
import { receiptOfSpam, type SpamDeps } from './spam.ts';

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

export interface DoorDeps extends SpamDeps, JudgeDeps {
  readonly settings: KnownSenderSettings;
  readonly verdicts: DoorVerdicts;
  readonly intake: Pick<Intake, 'receiveFrom'>;
  readonly notes: Pick<DoorNotes, 'refuse' | 'countSpam' | 'notePayloadDuplicate'>;
  /** Told of a note beside an answer that was not written. */
  readonly onNoteFailure: (error: unknown) => void;
  readonly refusals: Refusals;
  readonly ledger: Pick<DoorLedger, 'noteRefused'>;
  readonly handshakes: Pick<Handshakes, 'keep'>;
  readonly recognition: ReturnType<typeof createRecognition>;
  readonly diagnose: Diagnose;
  /** Large deliveries are judged and stored a few at a time, so that a small one need not wait for all of them. */
  readonly bodyTurns: { readonly take: (caller: string) => Promise<{ readonly release: () => void }> };
}

export const unavailable = (error: unknown): DoorAnswer => ({
  status: 'received',
  receipt: { status: 'unavailable', error },
  own: null,
  form: null,
});

/** Takes a request, refuses it, or answers a handshake. `stale`: its sender or its condition changed in the meantime, and nothing was done. Throws INVALID_EVENT_ID. */
export async function take(
  deps: DoorDeps,
  hook: Hook,
  request: DoorRequest,
  known: SenderSettings,
): Promise<DoorAnswer | Stale> {
  const judged = judge(deps, hook, request, known);
  switch (judged.status) {
    case 'refused':
      return await refuse(deps, hook, request, judged);
    case 'handshake': {
      // Only the sender of this moment is answered.
      if ((await deps.settings.read(hook)).version !== known.version) return { status: 'stale' };
      const { answer, sender, verification } = judged;
      const verified = verification === null ? null : verification.status === 'verified';
      return await shakeHands(deps, hook, sender.id, { answer, verified, client: request.client });
    }
    case 'delivery':
      return await receive(deps, hook, request, judged);
  }
}

async function receive(
  deps: DoorDeps,
  hook: Hook,
  request: DoorRequest,
  { known, sender, readings, arrive }: Extract<Judged, { status: 'delivery' }>,
): Promise<DoorAnswer | Stale> {
  const arrival = arrive();
  const receipt =
    (await receiptOfSpam(deps, hook, request, arrival, known)) ??
    (await deps.intake.receiveFrom(hook, arrival, {
      senderVersion: known.version,
      ...(await deps.verdicts.judge(hook, arrival)),
    }));
  if (receipt.status === 'stale') {
    deps.verdicts.forget(hook);
    return receipt;
  }
  if (isOverLimit(receipt)) deps.ledger.noteRefused(hook, arrival.deliveryId);
  // Beside the answer, which does not wait for it.
  if (receipt.status === 'duplicate' && receipt.eventIdSource === 'payload')
    deps.notes.notePayloadDuplicate(hook, proposedEventIds(request.headers)).catch(deps.onNoteFailure);
  if (sender.id === 'generic')
    deps.recognition.look(
      hook,
      known,
      () => senderRequest(request, arrival.receivedAt),
      receipt.status === 'accepted' ? receipt.deliveryId : null,
    );
  const [view] = readings;
  const own = view === undefined ? null : (sender.accepted?.(view) ?? null);
  return { status: 'received', receipt, own, form: known.form };
}

const limitStatuses: ReadonlySet<Receipt['status']> = new Set(['rate', 'full', 'flood', 'storage']);

const isOverLimit = ({ status }: Receipt): boolean => limitStatuses.has(status);

async function refuse(
  { notes, publishedKeys, diagnose, refusals }: DoorDeps,
  hook: Hook,
  { client }: Pick<DoorRequest, 'client'>,
  refused: RefusedRequest,
): Promise<DoorAnswer | Stale> {
  const { verification, known } = refused;
  if (verification.status === 'unknown-key') {
    void publishedKeys.request(verification.keyUrl);
    return unavailable(new Error(`The key behind ${verification.keyUrl} is not known yet.`));
  }
  const flood = await refusals.count(hook, client);
  if (flood !== null) return flood;
  const fault = verification.status;
  const diagnosis = diagnose(hook, { ...refused, verification });
  const at = new Date().toISOString();
  const noted = await notes.refuse(hook, known.version, { at, fault, diagnosis });
  return noted === 'counted' ? { status: 'refused', fault } : { status: 'stale' };
}
