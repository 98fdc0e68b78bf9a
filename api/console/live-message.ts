import type { LiveEvent } from '#contracts/live.ts';
import { isId } from '#domain/ids.ts';

/** A delivery as the list of all of them shows it. */
export interface LiveRow {
  readonly receivedAt: string;
  readonly row: string;
}

/** Reads it as it is now; null where it is gone. */
type ReadRow = (deliveryId: string) => Promise<LiveRow | null>;

/**
 * A change as a server-sent event: `delivery` or, of a chat, `message` with what changed; `resync` where changes may
 * have been missed. The row of a delivery goes along, so that a list of them need not ask for it.
 */
export async function liveMessage(event: LiveEvent, readRow: ReadRow): Promise<string> {
  if (event.kind === 'resync') return 'event: resync\ndata:\n\n';
  const { deliveryId, automationId, outcome } = event;
  if (!isId('delivery', deliveryId))
    return message('message', { messageId: deliveryId, conversationId: automationId, outcome });
  // A change is told in any case: who needs more reads it.
  const row = await readRow(deliveryId).catch(() => null);
  return message('delivery', { deliveryId, automationId, outcome, ...row });
}

const message = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
