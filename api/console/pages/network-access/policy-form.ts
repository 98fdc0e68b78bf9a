import { type Html, html } from '#api/html.ts';
import { problemNote } from '../../parts/notice.ts';
import { unlessReadOnly } from '../../parts/read-only.ts';
import { headerFields } from '../../parts/header-fields.ts';
import { approvalFields } from './approval-fields.ts';
import { boundsFields } from './bounds-fields.ts';
import { oauthFields } from './oauth-fields.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';

interface PolicyForm {
  readonly action: string;
  readonly csrf: string;
  readonly agentId: string;
  /** The typed values; a header value is never shown again. */
  readonly typed: URLSearchParams;
  readonly submit: string;
  /** The address to which authorization servers send their answers. */
  readonly redirectUri: string;
  readonly hasHeaderValue?: boolean;
  readonly problem?: FormProblem;
  /** False where another form of the page has these fields. */
  readonly hasApproval?: boolean;
  /** Why it can only be read. */
  readonly readOnly?: string | null;
}

/** The fields of a policy that the form sends. */
export const policyFields = ['kind', 'domain', 'address', 'headerName', 'headerValue'] as const;

/** One allowed domain, with the header that is attached there; or of kind `mail`, one allowed address. */
export function policyForm(form: PolicyForm): Html {
  const { action, csrf, agentId, typed, submit, hasHeaderValue = false, problem } = form;
  return html`<form method="post" action="${action}" class="policy">
    ${csrfField(csrf)}
    <input type="hidden" name="agent" value="${agentId}" />
    ${problemNote(problem)}
    ${unlessReadOnly(
      form.readOnly ?? null,
      html`${typed.get('kind') === 'mail' ? addressField(typed, problem) : domainFields({ ...form, hasHeaderValue })}
        ${typed.get('kind') !== 'mail' && boundsFields(typed, problem)}
        ${form.hasApproval !== false && approvalFields(typed, problem)}
        <p class="actions"><button class="primary">${submit}</button></p>`,
    )}
  </form>`;
}

const addressField = (typed: URLSearchParams, problem: FormProblem | undefined): Html =>
  html`<input type="hidden" name="kind" value="mail" /> ${textField({
      name: 'address',
      label: 'Address',
      value: typed.get('address') ?? '',
      placeholder: 'ada@example.com',
      hint: html`<code>@example.com</code> allows every address of that domain, but not of its subdomains.`,
      isRequired: true,
      problem,
    })}`;

type DomainFields = Pick<PolicyForm, 'typed' | 'problem' | 'redirectUri'> & {
  readonly hasHeaderValue: boolean;
};

const domainFields = ({ typed, hasHeaderValue, problem, redirectUri }: DomainFields): Html =>
  html`${textField({
      name: 'domain',
      label: 'Domain',
      value: typed.get('domain') ?? '',
      placeholder: 'api.example.com',
      hint: html`<code>*.example.com</code> covers its subdomains, not example.com itself.`,
      isRequired: true,
      problem,
    })}
    <div class="pair">
      ${headerFields({ typed, problem, ...(hasHeaderValue && { valueHint: 'Unchanged' }) })}
    </div>
    <p class="hint">
      ${
        hasHeaderValue
          ? 'Leave the value empty to keep the stored one. Another domain or header name asks for it again.'
          : 'Leave both empty if the domain needs no header.'
      }
    </p>
    ${oauthFields({ typed, problem, redirectUri })}`;
