import { type Html, html } from '#api/html.ts';
import { unlessReadOnly } from '../../parts/read-only.ts';
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
        ${headerFields({ typed, hasHeaderValue, problem })}
        <p class="actions"><button class="primary">${submit}</button></p>`,
    )}
  </form>`;
}

interface HeaderFields {
  readonly typed: URLSearchParams;
  readonly hasHeaderValue: boolean;
  readonly problem: FormProblem | undefined;
}

function headerFields({ typed, hasHeaderValue, problem }: HeaderFields): Html {
  return html`<div class="pair">
      <p class="field">
        <label for="header-name">Header name</label>
        <input
          id="header-name"
          name="headerName"
          value="${typed.get('headerName') ?? ''}"
          placeholder="Authorization"
          autocomplete="off"
          spellcheck="false"
          ${invalid(problem, 'headerName')}
        />
      </p>
      <p class="field">
        <label for="header-value">Header value</label>
        <input
          id="header-value"
          name="headerValue"
          type="password"
          placeholder="${hasHeaderValue ? 'Unchanged' : 'Bearer …'}"
          autocomplete="new-password"
          ${invalid(problem, 'headerValue')}
        />
      </p>
    </div>
    <p class="hint">
      ${
        hasHeaderValue
          ? 'Leave the value empty to keep the stored one. Another domain or header name asks for it again.'
          : 'Leave both empty where the domain needs no header.'
      }
    </p>`;
}
