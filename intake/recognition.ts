import { senders } from '../senders/index.ts';
import type { Sender, SenderRequest } from '../senders/sender.ts';
import type { DoorNotes } from '../store/door-notes.ts';
import type { Hook } from '../store/hooks.ts';
import { remember } from './remember.ts';

/** An address that so many deliveries of no known sender came to is looked at less often. */
const looksAtFirst = 20;
const looksEvery = 50;

/** Recognises who sends to automations of any sender, and notes it for the owner beside the answer. */
export function createRecognition({
  notes,
  onFailure,
}: {
  readonly notes: Pick<DoorNotes, 'suggest'>;
  readonly onFailure: (error: unknown) => void;
}) {
  const looks = new Map<string, number>();
  const noted = new Map<string, string>();

  /** `read` is asked only when the request is looked at. */
  function look(hook: Hook, read: () => SenderRequest): void {
    const count = (looks.get(hook.automationId) ?? 0) + 1;
    remember(looks, hook.automationId, count);
    if (count > looksAtFirst && count % looksEvery !== 0) return;
    const request = read();
    const found = recognised(request);
    if (found === null) return;
    const note = `${found.sender.id} ${found.isHandshake}`;
    if (noted.get(hook.automationId) === note) return;
    remember(noted, hook.automationId, note);
    notes.suggest(hook, found.sender.id, found.isHandshake).catch((error: unknown) => {
      noted.delete(hook.automationId);
      onFailure(error);
    });
  }

  return { look };
}

/** HEAD says nothing of who asks. */
function isHandshakeOf({ handshake }: Sender, request: SenderRequest): boolean {
  const { method } = request;
  if (handshake === null || method === 'HEAD') return false;
  return handshake.methods.some((one) => one === method) && handshake.answer(request, null) !== null;
}

function recognised(
  request: SenderRequest,
): { readonly sender: Sender; readonly isHandshake: boolean } | null {
  const sender =
    senders.find(({ recognise }) => recognise(request)) ??
    senders.find((candidate) => isHandshakeOf(candidate, request));
  return sender === undefined ? null : { sender, isHandshake: isHandshakeOf(sender, request) };
}
