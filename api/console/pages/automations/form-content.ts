import type { ShownAutomation } from './shown-automation.ts';

type TypedForm = Readonly<ReturnType<typeof typedForm>>;

/** The answer to visitors who post an HTML form, as it is typed. */
export const typedForm = (form: ShownAutomation['form']) => ({
  'form.redirectUrl': form?.redirectUrl ?? '',
  'form.text': form?.text ?? '',
  'form.honeypot': form?.honeypot ?? '',
  'form.origins': form?.origins?.join('\n') ?? '',
});

/** The same as a member of a body; null where nothing is typed. */
export function formOfFields(fields: TypedForm): object | null {
  const [redirectUrl, text, honeypot] = [
    fields['form.redirectUrl'],
    fields['form.text'],
    fields['form.honeypot'],
  ];
  const origins = fields['form.origins'].split(/[\s,]+/).filter((origin) => origin !== '');
  const typed = Object.entries({ redirectUrl, text, honeypot }).filter(([, value]) => value.trim() !== '');
  const form = { ...Object.fromEntries(typed), ...(origins.length > 0 && { origins }) };
  return Object.keys(form).length === 0 ? null : form;
}
