import type { HtmlForm } from '#contracts/form.ts';
import type { Redis } from '../connection/connect.ts';
import type { Hook } from './hooks.ts';
import { automationRecords } from '../records/automation.ts';
import { hashOf } from '../records/fields.ts';
import { keys } from '../records/index.ts';
import { script } from '../script.ts';

const Fields = automationRecords.automation.fields.pick({ form: true });
const setFormScript = script('set-form');

/** The answer to visitors who post an HTML form; intake reads it with the sender. */
export function createFormSettings({ redis, now }: { readonly redis: Redis; readonly now: () => number }) {
  async function changeForm(
    { workspaceId, automationId }: Hook,
    form: HtmlForm | null | undefined,
  ): Promise<void> {
    if (form === undefined) return;
    const { form: stored = 'null' } = form === null ? {} : hashOf(Fields, { form });
    await setFormScript(redis, [keys.automation(workspaceId, automationId)], [String(now()), stored]);
  }

  return { changeForm };
}
