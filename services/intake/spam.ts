import type { Arrival } from '#store/admission/admissions.ts';
import type { SenderSettings } from '#store/automation/automations.ts';
import type { DoorNotes } from '#store/report/door-notes.ts';
import type { Hook } from '#store/automation/hooks.ts';
import type { HookRequest } from './hook-request.ts';
import { isFormPost } from './form-post.ts';
import { accepted, type Receipt, type Stale } from './receipt.ts';

export interface SpamDeps {
  readonly notes: Pick<DoorNotes, 'countSpam'>;
  readonly isFieldFilledIn: (contentType: string, body: Buffer, field: string) => Promise<boolean>;
}

/**
 * The answer to a delivery in which the honeypot of the automation's form is filled in: the receipt of an accepted one,
 * while it is only counted. Null for every other one.
 */
export async function receiptOfSpam(
  { notes, isFieldFilledIn }: SpamDeps,
  hook: Hook,
  request: HookRequest,
  arrival: Arrival,
  { form, version }: Pick<SenderSettings, 'form' | 'version'>,
): Promise<Receipt | Stale | null> {
  if (!(await isSpam({ isFieldFilledIn }, request, form))) return null;
  const noted = await notes.countSpam(hook, version);
  return noted.status === 'counted' ? accepted(arrival) : noted;
}

/** Whether the honeypot of a form is filled in. */
export async function isSpam(
  { isFieldFilledIn }: Pick<SpamDeps, 'isFieldFilledIn'>,
  { headers, body }: HookRequest,
  form: SenderSettings['form'],
): Promise<boolean> {
  if (form?.honeypot === undefined || !isFormPost(headers)) return false;
  return await isFieldFilledIn(headers['content-type'] ?? '', body, form.honeypot);
}
