import type { ShownAutomation } from './shown-automation.ts';

/** What a form says about the sender; nothing of what stays as it is, for to say it would answer a suggestion. */
export function senderChange(
  form: URLSearchParams,
  present: Pick<ShownAutomation, 'sender'> | null,
): { readonly sender?: string; readonly signingSecret?: string | null } {
  const chosen = form.get('adopt') ?? form.get('sender') ?? '';
  const secret = form.get('signingSecret')?.trim() ?? '';
  return {
    ...(chosen !== '' && chosen !== present?.sender && { sender: chosen }),
    ...(secret !== '' && { signingSecret: secret }),
    ...(form.has('withoutSecret') && { signingSecret: null }),
  };
}
