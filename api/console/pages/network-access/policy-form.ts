import { type Html, html } from '#api/html.ts';
import { unlessReadOnly } from '../../parts/read-only.ts';
import { headerFields } from '../../parts/header-fields.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { type FormProblem, invalid, problemNote } from '../../parts/refused-form.ts';

interface PolicyForm {
  readonly action: string;
  readonly csrf: string;
  readonly agentId: string;
  /** Of a header value nothing is ever shown again. */
  readonly typed: URLSearchParams;
  readonly submit: string;
  readonly hasHeaderValue?: boolean;
  readonly problem?: FormProblem;
  /** Why it can only be read. */
  readonly readOnly?: string | null;
}

/** One allowed domain, with the header that is attached there. */
export function policyForm(form: PolicyForm): Html {
  const { action, csrf, agentId, typed, submit, hasHeaderValue = false, problem } = form;
  return html`<form method="post" action="${action}" class="policy">
    ${csrfField(csrf)}
    <input type="hidden" name="agent" value="${agentId}" />
    ${problem !== undefined && problemNote(problem)}
    ${unlessReadOnly(
      form.readOnly ?? null,
      html` <p class="field">
          <label for="domain">Domain</label>
          <input
            id="domain"
            name="domain"
            value="${typed.get('domain') ?? ''}"
            placeholder="api.example.com"
            autocomplete="off"
            spellcheck="false"
            required
            ${invalid(problem, 'domain', 'domain-hint')}
          />
          <span class="hint" id="domain-hint"
            ><code>*.example.com</code> covers its subdomains, not example.com itself.</span
          >
        </p>
        <div class="pair">
          ${headerFields({ typed, problem, ...(hasHeaderValue && { valueHint: 'Unchanged' }) })}
        </div>
        <p class="hint">
          ${
            hasHeaderValue
              ? 'Leave the value empty to keep the stored one. Another domain or header name asks for it again.'
              : 'Leave both empty where the domain needs no header.'
          }
        </p>
        <p class="actions"><button class="primary">${submit}</button></p>`,
    )}
  </form>`;
}
