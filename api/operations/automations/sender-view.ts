import type { Automation } from '#contracts/automation.ts';
import { senderOf } from '#senders/index.ts';
import type { AutomationRecord } from '#store/automation/automations.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';

/** The sender settings of an automation, as its owner sees them. */
export type SenderView = Pick<
  Automation,
  | 'sender'
  | 'customSender'
  | 'eventIdFrom'
  | 'payloadDedupe'
  | 'payloadDuplicates'
  | 'hasSigningSecret'
  | 'formerSigningSecretUntil'
  | 'signatures'
  | 'handshake'
  | 'suggestedSender'
>;

export async function senderView(
  { doorNotes }: { readonly doorNotes: Pick<DoorNotes, 'read'> },
  workspaceId: string,
  { id: automationId, sender, customSender, eventIdFrom, payloadDedupe, ...secrets }: AutomationRecord,
): Promise<SenderView> {
  const notes = await doorNotes.read({ workspaceId, automationId });
  const { hasSigningSecret, formerSecretUntil } = secrets;
  return {
    sender,
    customSender,
    eventIdFrom,
    payloadDedupe,
    payloadDuplicates: payloadDuplicates(notes),
    hasSigningSecret,
    formerSigningSecretUntil:
      formerSecretUntil > Date.now() ? new Date(formerSecretUntil).toISOString() : null,
    signatures: { refused: notes.refusedSignatures, lastRefused: notes.lastRefused },
    handshake: notes.handshakeSender === sender ? lastHandshake(notes) : null,
    suggestedSender: sender === 'generic' ? suggestion(notes) : null,
  };
}

type Notes = Awaited<ReturnType<DoorNotes['read']>>;

function lastHandshake(notes: Notes): SenderView['handshake'] {
  const { handshakeAt, sealedHandshakeSecret, confirmUrl, laterHandshakes, unsignedHandshakes } = notes;
  if (handshakeAt === null) return null;
  const waitsFor = sealedHandshakeSecret !== null ? 'secret' : confirmUrl !== null ? 'confirmation' : null;
  return {
    at: new Date(handshakeAt).toISOString(),
    waitsFor,
    later: laterHandshakes,
    unsigned: unsignedHandshakes,
  };
}

/** One may be a retry; several are worth a look. */
export const payloadDuplicates = ({
  payloadDuplicates: count,
  proposedEventIds,
}: Pick<Notes, 'payloadDuplicates' | 'proposedEventIds'>): SenderView['payloadDuplicates'] =>
  count < 2 ? null : { count, eventIdFrom: proposedEventIds ?? [] };

function suggestion({
  suggestedSender,
  suggestedAt,
  hasAskedHandshake,
}: Notes): SenderView['suggestedSender'] {
  const sender = suggestedSender === null ? undefined : senderOf(suggestedSender);
  if (sender === undefined || suggestedAt === null) return null;
  return {
    id: sender.id,
    title: sender.title,
    since: new Date(suggestedAt).toISOString(),
    handshake: hasAskedHandshake !== null,
  };
}
