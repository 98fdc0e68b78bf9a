import { approvalHoursDefault, type Policy } from '#contracts/policy.ts';
import { type Html, html } from '#api/html.ts';
import { areaField, choiceField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

const modes = [
  ['never', 'No'],
  ['writes', 'Whatever writes: POST, PATCH, DELETE, e-mails'],
  ['always', 'Every request'],
] as const;

/** The approvals that a policy asks for, folded away where it asks for none. */
export function approvalFields(typed: URLSearchParams, problem: FormProblem | undefined): Html {
  const mode = typed.get('approval') ?? 'never';
  const isOpen = mode !== 'never' || (problem?.field?.startsWith('approval') ?? false);
  return html`<details ${isOpen && html`open`}>
    <summary>Approval before a request is sent</summary>
    ${choiceField({ name: 'approval', label: 'Wait for an approval', options: modes, value: mode, problem })}
    ${textField({
      name: 'approvalHours',
      label: 'Hours to wait',
      type: 'number',
      value: typed.get('approvalHours') ?? approvalHoursDefault,
      hint: 'At most 168. After that the request is refused.',
      problem,
    })}
    ${
      typed.get('kind') !== 'mail' &&
      areaField({
        name: 'approvalExcept',
        label: 'Needs none',
        rows: 3,
        value: typed.get('approvalExcept') ?? '',
        placeholder: 'POST /v1/tickets/*/comments',
        hint: 'A method and a path a line; * stands for one segment of the path.',
        problem,
      })
    }
  </details>`;
}

/** As the fields have them. */
export const approvalTyped = ({
  approval,
  approvalHours,
  approvalExcept,
}: Pick<Policy, 'approval' | 'approvalHours'> & {
  readonly approvalExcept: readonly Policy['approvalExcept'][number][];
}) => ({
  approval,
  approvalHours: String(approvalHours),
  approvalExcept: approvalExcept.map(({ method, path }) => `${method} ${path}`).join('\n'),
});

/** As the operations take them. */
export const approvalOf = (form: URLSearchParams) => ({
  approval: (form.get('approval') ?? 'never') as Policy['approval'],
  approvalHours: Number(form.get('approvalHours') || approvalHoursDefault),
  approvalExcept: (form.get('approvalExcept') ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [method = '', path = ''] = line.trim().split(/\s+/);
      return { method: method.toUpperCase(), path } as Policy['approvalExcept'][number];
    }),
});
