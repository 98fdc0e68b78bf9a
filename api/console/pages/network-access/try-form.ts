import { outboundMethods } from '#domain/outbound-method.ts';
import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { approvalPath } from '../../parts/approval-path.ts';
import { areaField, choiceField, textField } from '../../parts/field.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
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
  const field = (name: string) => ({ name, value: typed.get(name) ?? '', problem });
  return html`<section aria-labelledby="try">
    <h2 id="try">Try a request</h2>
    <form method="post" action="${networkAccessPath}/requests#try">
      ${csrfField(csrf)}
      <input type="hidden" name="agent" value="${agentId}" />
      <div class="request-line">
        ${choiceField({
          ...field('method'),
          value: typed.get('method') ?? 'GET',
          label: 'Method',
          options: outboundMethods.map((method) => [method, method]),
        })}
        ${textField({
          ...field('url'),
          label: 'URL',
          placeholder: 'https://api.example.com/orders',
          isRequired: true,
          attributes: html`inputmode="url" spellcheck="false"`,
        })}
      </div>
      <details ${((typed.get('body') ?? '') !== '' || problem?.field === 'body') && html`open`}>
        <summary>Body</summary>
        ${areaField({
          ...field('body'),
          label: 'JSON or text',
          rows: 4,
          attributes: html`spellcheck="false"`,
        })}
      </details>
      <p class="actions">
        <button name="do" value="check">Check, send nothing</button>
        <button name="do" value="send">Send as the agent</button>
      </p>
    </form>
    <div aria-live="polite">${tried !== undefined && result(tried)}</div>
  </section>`;
}

function result({ typed, checked, answer, problem }: Tried): Html | false {
  if (problem !== undefined) return problemNote(problem);
  if (checked !== undefined)
    return notice(
      checked.allowed ? 'done' : 'attention',
      html`${checked.allowed ? 'It would be allowed' : 'It would be refused'}: <code>${checked.host}</code>.
        ${checked.attachedHeaders.length > 0 && html`Attached: <code>${checked.attachedHeaders.join(', ')}</code>.`}
        ${checked.fault !== null && html`It does not keep a bound: ${checked.fault}.`}
        ${checked.unjudged.length > 0 && html`Not judged without a body: ${checked.unjudged.join('; ')}.`}
        ${checked.needsApproval && 'It would wait for an approval.'}`,
    );
  if (answer === undefined) return false;
  if ('approval' in answer)
    return notice(
      'attention',
      html`It waits for an approval: <a href="${approvalPath(answer.approval.id)}">decide it</a>.`,
    );
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
