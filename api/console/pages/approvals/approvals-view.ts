import { ApprovalState } from '#contracts/run.ts';
import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { type PageRequest, type View, view } from '../../define-page.ts';
import { approvalPath, approvalsPath, stateWords } from '../../parts/approval-path.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { nextPage, withQuery } from '../../parts/next-page.ts';
import { problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { unlessReadOnly, whyNoApprover } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { type Column, table } from '../../parts/table.ts';
import { tabs } from '../../parts/tabs.ts';
import { time } from '../../parts/time.ts';

type Shown = ItemOf<'listApprovals'>;

/** The requests that wait for an approval, or in the state that the address names. */
export async function approvalsView(request: PageRequest<'owner'>, problem?: FormProblem): Promise<View> {
  const { manage, csrf, query, timeZone, workspace } = request;
  const state = ApprovalState.safeParse(query['state']).data ?? 'open';
  const { cursor } = query;
  const page = await manage.listApprovals({ query: { state, ...(cursor !== undefined && { cursor }) } });
  const tab = (one: Shown['state']) => ({
    title: stateWords[one],
    href: withQuery(approvalsPath, { state: one }),
    isCurrent: one === state,
  });
  const rows = tableOf(page.items, state, timeZone);
  return view({
    title: 'Approvals',
    section: 'approvals',
    ...(problem !== undefined && { status: problem.status }),
    body: html`<h1>Approvals</h1>
      <p class="lead">
        A policy of Network Access may ask that somebody approves a request before it is sent. Its run waits,
        and holds nothing meanwhile.
      </p>
      ${problemNote(problem)} ${tabs('State', ApprovalState.options.map(tab))}
      ${
        state === 'open' && page.items.length > 0
          ? html`<form method="post" action="${approvalsPath}">
              ${csrfField(csrf)}
              ${unlessReadOnly(
                whyNoApprover(workspace),
                html`${rows}
                  <p class="actions">
                    <button class="primary" name="do" value="approve">Approve those ticked</button>
                    <button name="do" value="refuse">Refuse those ticked</button>
                  </p>`,
              )}
            </form>`
          : rows
      }
      ${nextPage(approvalsPath, { state }, page.nextCursor)}`,
  });
}

const tableOf = (items: readonly Shown[], state: Shown['state'], timeZone: string): Html =>
  table({
    name: 'Approvals',
    rows: items,
    empty: { title: 'None', text: `No request is ${stateWords[state]}.` },
    columns: [
      state === 'open' && tick,
      {
        title: 'Request',
        isHead: true,
        cell: ({ id, summary, fromDelivery }) =>
          html`<a href="${approvalPath(id)}">${outsideText(summary)}</a>
            ${fromDelivery.length > 0 && html`<span class="hint">has values of the delivery</span>`}`,
      },
      {
        title: 'From',
        label: 'From',
        cell: ({ automationName, conversationId }) =>
          automationName === null
            ? conversationId === null
              ? 'an owner'
              : 'a chat'
            : outsideText(automationName),
      },
      { title: 'Asked', label: 'Asked', cell: ({ askedAt }) => time(askedAt, timeZone) },
      state === 'open'
        ? { title: 'Until', label: 'Until', cell: ({ expiresAt }) => time(expiresAt, timeZone) }
        : {
            title: 'Decided',
            label: 'Decided',
            cell: ({ decidedAt, decidedBy }) =>
              html`${decidedAt !== null && time(decidedAt, timeZone)}
              ${decidedBy !== null && html`<span class="hint">${outsideText(decidedBy)}</span>`}`,
          },
    ],
  });

const tick: Column<Shown> = {
  title: html`<span class="hidden">Tick</span>`,
  cell: ({ id, summary }) =>
    html`<input type="checkbox" name="approval" value="${id}" aria-label="${summary}" />`,
};
