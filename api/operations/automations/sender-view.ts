import type { Automation } from '../../../contracts/automation.ts';
import { senderOf } from '../../../senders/index.ts';
import type { AutomationRecord } from '../../../store/automations.ts';
import type { DoorNotes } from '../../../store/door-notes.ts';

/** What an automation says of its sender, as its owner sees it. */
export type SenderView = Pick<
  Automation,
  'sender' | 'hasSigningSecret' | 'formerSigningSecretUntil' | 'signatures' | 'suggestedSender'
>;

export async function senderView(
  { doorNotes }: { readonly doorNotes: Pick<DoorNotes, 'read'> },
  workspaceId: string,
  { id: automationId, sender, hasSigningSecret, formerSecretUntil }: AutomationRecord,
): Promise<SenderView> {
  const notes = await doorNotes.read({ workspaceId, automationId });
  return {
    sender,
    hasSigningSecret,
    formerSigningSecretUntil:
      formerSecretUntil > Date.now() ? new Date(formerSecretUntil).toISOString() : null,
    signatures: { refused: notes.refusedSignatures, lastRefused: notes.lastRefused },
    suggestedSender: sender === 'generic' ? suggestion(notes) : null,
  };
}

function suggestion({
  suggestedSender,
  suggestedAt,
  hasAskedHandshake,
}: Awaited<ReturnType<DoorNotes['read']>>): Automation['suggestedSender'] {
  const sender = suggestedSender === null ? undefined : senderOf(suggestedSender);
  if (sender === undefined || suggestedAt === null) return null;
  return {
    id: sender.id,
    title: sender.title,
    since: new Date(suggestedAt).toISOString(),
    handshake: hasAskedHandshake !== null,
  };
}
