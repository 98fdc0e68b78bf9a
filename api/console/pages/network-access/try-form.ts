import { outboundMethods } from '#domain/outbound-method.ts';
import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { approvalPath } from '../../parts/approval-path.ts';
import { type FormProblem, invalid, problemNote } from '../../parts/refused-form.ts';
import { networkAccessPath } from './network-access-path.ts';

/** A request that was checked or sent from the page, and what came of it. */
export interface Tried {
  readonly typed: URLSearchParams;
  readonly checked?: AnswerTo<'checkRequest'>;
  readonly answer?: AnswerTo<'sendRequest'>;
  readonly problem?: FormProblem;
}

interface TryForm {
  readonly csrf: string;
  readonly agentId: string;
  readonly tried?: Tried;
}

/** A request as the agent would send it: asked about, or sent. */
export function tryForm({ csrf, agentId, tried }: TryForm): Html {
  const { typed = new URLSearchParams(), problem } = tried ?? {};
  return html`<section aria-labelledby="try">
    <h2 id="try">Try a request</h2>
    <form method="post" action="${networkAccessPath}/requests#try">
      ${csrfField(csrf)}
      <input type="hidden" name="agent" value="${agentId}" />
      <div class="request-line">
        <p class="field">
          <label for="method">Method</label>
          <select id="method" name="method" ${invalid(problem, 'method')}>
            ${outboundMethods.map(
              (method) =>
                html`<option ${method === (typed.get('method') ?? 'GET') && html`selected`}>
                  ${method}
                </option>`,
            )}
          </select>
        </p>
        <p class="field">
          <label for="url">URL</label>
          <input
            id="url"
            name="url"
            inputmode="url"
            value="${typed.get('url') ?? ''}"
            placeholder="https://api.example.com/orders"
            autocomplete="off"
            spellcheck="false"
            required
            ${invalid(problem, 'url')}
          />
        </p>
      </div>
      <details ${((typed.get('body') ?? '') !== '' || problem?.field === 'body') && html`open`}>
        <summary>Body</summary>
        <p class="field">
          <label for="body">JSON or text; only sent with Send</label>
          <textarea id="body" name="body" rows="4" spellcheck="false" ${invalid(problem, 'body')}>
${typed.get('body') ?? ''}</textarea>
        </p>
      </details>
      <p class="actions">
        <button name="do" value="check">Check, send nothing</button>
        <button name="do" value="send">Send as the agent</button>
      </p>
    </form>
    <div aria-live="polite">${tried !== undefined && result(tried)}</div>
  </section>`;
}

function result({ typed, checked, answer, problem }: Tried): Html {
  if (problem !== undefined) return problemNote(problem);
  if (checked !== undefined)
    return html`<p class="notice${checked.allowed && ' done'}">
      ${checked.allowed ? 'It would be allowed' : 'It would be refused'}: <code>${checked.host}</code>.
      ${checked.attachedHeaders.length > 0 && html`Attached: <code>${checked.attachedHeaders.join(', ')}</code>.`}
      ${checked.needsApproval && 'It would wait for an approval.'}
    </p>`;
  if (answer === undefined) return html``;
  if ('approval' in answer)
    return html`<p class="notice attention">
      It waits for an approval: <a href="${approvalPath(answer.approval.id)}">decide it</a>.
    </p>`;
  return html`<dl>
      <dt>Status</dt>
      <dd>${answer.status}</dd>
      <dt>From</dt>
      <dd><bdi class="foreign">${new URL(typed.get('url') ?? '').host}${answer.path}</bdi></dd>
      <dt>Attached</dt>
      <dd>${answer.attachedHeaders.join(', ') || 'no header'}</dd>
      ${answer.hints.map(
        (hint) =>
          html`<dt>Note</dt>
            <dd>${hint}</dd>`,
      )}
    </dl>
    <pre class="foreign" tabindex="0" aria-label="Body of the answer">${answer.body}</pre>
    ${answer.truncated && html`<p class="hint">The answer is longer than shown.</p>`}`;
}
