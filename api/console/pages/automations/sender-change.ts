import type { ShownAutomation } from './shown-automation.ts';

/**
 * The changes that a form makes to the sender. Unchanged members are absent, because sending them would answer a
 * suggestion.
 */
export function senderChange(
  form: URLSearchParams,
  present: Pick<ShownAutomation, 'sender' | 'eventIdFrom' | 'payloadDedupe'> | null,
): {
  readonly sender?: string;
  readonly signingSecret?: string | null;
  readonly eventIdFrom?: string | null;
  readonly payloadDedupe?: boolean;
} {
  const chosen = form.get('adopt') ?? form.get('sender') ?? '';
  const eventIdFrom = form.get('eventIdFrom')?.trim() ?? '';
  const payloadDedupe = !form.has('withoutPayloadDedupe');
  const secret = form.get('signingSecret')?.trim() ?? '';
  return {
    ...(chosen !== '' && chosen !== present?.sender && { sender: chosen }),
    ...(secret !== '' && { signingSecret: secret }),
    ...(eventIdFrom !== (present?.eventIdFrom ?? '') && { eventIdFrom: eventIdFrom || null }),
    ...(payloadDedupe !== (present?.payloadDedupe ?? true) && { payloadDedupe }),
    ...(form.has('withoutSecret') && { signingSecret: null }),
  };
}
