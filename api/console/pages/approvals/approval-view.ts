import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { approvalPath, approvalsPath, stateWords } from '../../parts/approval-path.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { areaField } from '../../parts/field.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { unlessReadOnly, whyNoApprover, whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { time } from '../../parts/time.ts';
import { networkAccessPath } from '../network-access/network-access-path.ts';
import { editForm } from './edit-form.ts';
import { markedRequest } from './marked-request.ts';

type Shown = AnswerTo<'readApproval'>;

interface Refused {
  readonly typed: URLSearchParams;
  readonly problem: FormProblem;
}

/** A request that needs an approval: what would be sent, by whom it was decided, or the forms that decide it. */
export async function approvalView(request: PageRequest<'owner'>, refused?: Refused): Promise<View> {
  const { manage, params, timeZone } = request;
  const approval = await manage.readApproval({ params: { approvalId: params['approvalId'] ?? '' } });
  return view({
    title: 'Approval',
    section: 'approvals',
    ...(refused !== undefined && { status: refused.problem.status }),
    body: html`<p class="crumb"><a href="${approvalsPath}">Approvals</a></p>
      <h1>${outsideText(approval.summary)}</h1>
      ${problemNote(refused?.problem)} ${factsOf(approval, timeZone)}
      <section aria-labelledby="request">
        <h2 id="request">Request</h2>
        ${approval.fromDelivery.length > 0 && html`<p class="hint">Marked: values that the delivery brought. Whoever sent it chose them.</p>`}
        ${markedRequest(approval.request, approval.fromDelivery)}
        ${
          approval.edited !== null &&
          html`<h3>Sent in its place</h3>
            ${markedRequest(approval.edited, [])}`
        }
      </section>
      ${approval.result !== null && resultPart(approval.result)}
      ${approval.state === 'open' && decisionPart(request, approval, refused)}`,
  });
}

const factsOf = (
  { state, askedAt, expiresAt, decidedAt, decidedBy, reason, ...of }: Shown,
  timeZone: string,
) =>
  html`<dl>
    <dt>State</dt>
    <dd>${stateWords[state]}${decidedBy !== null && html` by ${outsideText(decidedBy)}`}</dd>
    ${
      reason !== null &&
      html`<dt>Reason</dt>
        <dd>${outsideText(reason, 500)}</dd>`
    }
    <dt>From</dt>
    <dd>${originOf(of)}</dd>
    <dt>Asked</dt>
    <dd>${time(askedAt, timeZone)}</dd>
    ${
      decidedAt === null
        ? html`<dt>Until</dt>
            <dd>${time(expiresAt, timeZone)}</dd>`
        : html`<dt>Decided</dt>
            <dd>${time(decidedAt, timeZone)}</dd>`
    }
  </dl>`;

function originOf({
  automationName,
  deliveryId,
  conversationId,
  agentId,
}: Pick<Shown, 'automationName' | 'deliveryId' | 'conversationId' | 'agentId'>): Html {
  if (deliveryId !== null)
    return html`<a href="/console/deliveries/${deliveryId}">a delivery</a> of
      ${outsideText(automationName ?? '')}`;
  return conversationId === null
    ? html`an owner`
    : html`<a href="/console/chat/${conversationId}?agent=${agentId}">a chat</a>`;
}

const resultPart = ({ outcome, error, body }: NonNullable<Shown['result']>): Html =>
  html`<section aria-labelledby="result">
    <h2 id="result">Result</h2>
    <p>${outcome}${error !== null && html`: ${outsideText(error, 500)}`}</p>
    ${body !== null && html`<pre class="foreign" tabindex="0" aria-label="Body of the answer">${body}</pre>`}
  </section>`;

function decisionPart({ csrf, workspace }: PageRequest<'owner'>, approval: Shown, refused?: Refused): Html {
  const action = approvalPath(approval.id);
  const mayEdit = whyReadOnly(workspace) === null;
  return html`<section aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <form method="post" action="${action}">
        ${csrfField(csrf)}
        ${unlessReadOnly(
          whyNoApprover(workspace),
          html`<p class="actions">
              <button class="primary" name="do" value="approve">Approve and send</button>
            </p>
            ${
              mayEdit &&
              areaField({
                name: 'reason',
                label: 'Reason for a refusal',
                rows: 2,
                hint: 'The agent is told this sentence.',
                value: refused?.typed.get('reason') ?? '',
                problem: refused?.problem,
              })
            }
            <p class="actions"><button class="danger" name="do" value="refuse">Refuse</button></p>`,
        )}
      </form>
    </section>
    ${mayEdit && editForm({ action, csrf, approval, ...refused })}
    ${
      workspace.role === 'owner' &&
      notice(
        'attention',
        html`Always allow this? <a href="${exceptionPath(approval)}">Add an exception to its policy</a>: it is
          saved there, and changes nothing about this request.`,
      )
    }`;
}

/** The form of the policy, with an exception for this request typed in. */
function exceptionPath({ agentId, policyId, request: { method, url } }: Shown): string {
  const { pathname } = typeof url === 'string' && URL.canParse(url) ? new URL(url) : { pathname: '' };
  // A placeholder of a secret is no path.
  const path = pathname.replaceAll(/[^/]*%7B%7B[^/]*/gi, '*');
  const query = new URLSearchParams({
    agent: agentId,
    except: `${typeof method === 'string' ? method : ''} ${path}`,
  });
  return `${networkAccessPath}/${policyId}?${query.toString()}`;
}
