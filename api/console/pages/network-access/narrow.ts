import { html } from '#api/html.ts';
import { idParam } from '#api/operations/path-params.ts';
import type { AnswerTo, ItemOf } from '#api/routing/call-operation.ts';
import { definePage, type PageRequest, seeOther, type View, view } from '../../define-page.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { withQuery } from '../../parts/next-page.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { unlessReadOnly, whyOwnersOnly } from '../../parts/read-only.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { table } from '../../parts/table.ts';
import { time } from '../../parts/time.ts';
import { narrowingFields, narrowingOf, narrowingTyped } from './bounds-fields.ts';
import { findPolicy } from './change-policy.ts';
import { networkAccessPath } from './network-access-path.ts';
import { topField } from './top-field.ts';

const path = `${networkAccessPath}/{policyId}/narrow`;
const params = { policyId: idParam('policy') };

/** The narrowing that the log proposes for a policy, and what it would have refused. */
export const showNarrowing = () =>
  definePage({
    method: 'get',
    path,
    params,
    handle: async (request) => {
      const { manage, query } = request;
      const { policy, agentId } = await findPolicy(request, query['agent']);
      const { items } = await manage.listNarrowings({ params: { agentId } });
      const proposal = items.find(({ policyId }) => policyId === policy.id);
      const { methods, paths } = proposal ?? policy;
      const body = { methods, paths };
      const preview = await manage.tryNarrowing({ params: { agentId, policyId: policy.id }, body });
      const typed = new URLSearchParams(narrowingTyped(body));
      return narrowView(request, { policy, agentId, typed, preview, ...(proposal && { proposal }) });
    },
  });

/** Asks what a narrowing would have refused, or takes it. */
export const takeNarrowing = () =>
  definePage({
    method: 'post',
    path,
    params,
    handle: async (request) => {
      const { manage, form } = request;
      const { policy, agentId } = await findPolicy(request, form.get('agent') ?? undefined);
      const call = { params: { agentId, policyId: policy.id }, body: narrowingOf(form) };
      const shown = { policy, agentId, typed: form };
      try {
        if (form.get('do') !== 'take')
          return narrowView(request, { ...shown, preview: await manage.tryNarrowing(call) });
        await manage.changePolicy(call);
        return seeOther(withQuery(networkAccessPath, { agent: agentId }));
      } catch (error) {
        return narrowView(request, { ...shown, problem: topField(formProblem(error)) });
      }
    },
  });

interface Shown {
  readonly policy: ItemOf<'listPolicies'>;
  readonly agentId: string;
  readonly typed: URLSearchParams;
  readonly proposal?: ItemOf<'listNarrowings'>;
  readonly preview?: AnswerTo<'tryNarrowing'>;
  readonly problem?: FormProblem;
}

function narrowView({ csrf, timeZone, workspace }: PageRequest<'owner'>, shown: Shown): View {
  const { policy, agentId, typed, proposal, preview, problem } = shown;
  return view({
    title: 'Narrow an allowed domain',
    section: 'network-access',
    ...(problem === undefined ? {} : { status: problem.status }),
    body: html`<p class="crumb">
        <a href="${withQuery(networkAccessPath, { agent: agentId })}">Network Access</a>
      </p>
      <h1>Narrow <bdi>${policy.domain}</bdi></h1>
      ${proposal !== undefined && useOf(proposal)}
      <form method="post" action="${networkAccessPath}/${policy.id}/narrow" class="policy">
        ${csrfField(csrf)}
        <input type="hidden" name="agent" value="${agentId}" />
        ${problemNote(problem)}
        ${unlessReadOnly(
          whyOwnersOnly(workspace),
          html`${narrowingFields(typed, problem)}
            <p class="actions">
              <button name="do" value="try">Ask what it would have refused</button>
              <button class="primary" name="do" value="take">Take it</button>
            </p>`,
        )}
      </form>
      ${preview !== undefined && resultOf(preview, timeZone)}`,
  });
}

const useOf = ({ requests, runs, hosts }: ItemOf<'listNarrowings'>) =>
  html`<p class="lead">
      ${
        requests === 0
          ? 'No request used it: nothing is proposed. Remove it if nothing needs it.'
          : 'The methods and paths below are the smallest that would have allowed everything that it allowed.'
      }
      ${requests > 0 && runs === 0 && 'No run used it; only chats and requests of people did.'}
    </p>
    ${hosts.length > 0 && html`<p>Used for ${hosts.map((host) => html`<code>${host}</code> `)}</p>`}`;

const resultOf = (
  { since, decisions, isComplete, requests, refused, examples }: AnswerTo<'tryNarrowing'>,
  timeZone: string,
) =>
  html`<section aria-labelledby="refused">
    <h2 id="refused">Requests that it would have refused</h2>
    ${notice(refused === 0 ? 'done' : 'attention', `${refused} of the ${requests} requests that the domain allowed.`)}
    <p class="hint">
      Read from ${decisions} ${decisions === 1 ? 'decision' : 'decisions'} since ${time(since, timeZone)}.
      ${!isComplete && 'Older ones of the last 30 days are not counted.'} Members of bodies are not in the
      log.
    </p>
    ${
      examples.length > 0 &&
      table({
        name: 'Refused requests',
        rows: examples,
        columns: [
          {
            title: 'Request',
            className: 'plain',
            cell: ({ method, host, path: asked }) =>
              html`<code>${method}</code> <bdi class="foreign"><strong>${host}</strong>${asked}</bdi>`,
          },
          { title: 'When', cell: ({ at }) => time(at, timeZone) },
        ],
      })
    }
  </section>`;
