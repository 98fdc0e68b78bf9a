import { EventKind, events } from '#contracts/events.ts';
import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { checkField, textField } from '../../parts/field.ts';
import { problemNote } from '../../parts/notice.ts';
import { type FormProblem, inWordsOf } from '../../parts/refused-form.ts';

interface TargetForm {
  readonly action: string;
  readonly csrf: string;
  readonly typed: URLSearchParams;
  readonly submit: string;
  readonly problem?: FormProblem | undefined;
}

/** The URL of a target, and the events that it receives. */
export function targetForm({ action, csrf, typed, submit, ...form }: TargetForm): Html {
  const problem = form.problem && inWordsOf({ url: 'URL', events: 'Events' }, form.problem);
  const chosen = typed.getAll('event');
  return html`<form method="post" action="${action}" class="rule">
    ${csrfField(csrf)} ${problem !== undefined && problemNote(problem)}
    ${textField({
      id: 'event-url',
      name: 'url',
      label: 'URL',
      value: typed.get('url') ?? '',
      problem,
      placeholder: 'https://example.com/events',
      isRequired: true,
    })}
    <fieldset>
      <legend>Events</legend>
      ${EventKind.options.map(
        (kind) =>
          html`<label class="choice"
            ><input type="checkbox" name="event" value="${kind}" ${chosen.includes(kind) && html`checked`} />
            <span><code>${kind}</code> <span class="quiet">${events[kind].when}</span></span></label
          >`,
      )}
    </fieldset>
    ${checkField({
      name: 'approvalLinks',
      label: 'Links that decide approvals',
      isChecked: typed.has('approvalLinks'),
      hint: 'run.waiting then has a link: whoever has it approves or refuses the request, without a token.',
    })}
    <p class="actions"><button>${submit}</button></p>
  </form>`;
}

/** A target as its form shows it. */
export const typedTarget = (url: string, kinds: readonly EventKind[], approvalLinks = false) =>
  new URLSearchParams([
    ['url', url],
    ...kinds.map((kind): [string, string] => ['event', kind]),
    ...(approvalLinks ? [['approvalLinks', 'true'] as [string, string]] : []),
  ]);

/** A target as the form sends it. */
export const readTargetForm = (form: URLSearchParams) => ({
  url: form.get('url') ?? '',
  events: form.getAll('event'),
  approvalLinks: form.has('approvalLinks'),
});
