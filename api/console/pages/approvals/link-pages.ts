import { DomainError } from '#domain/domain-error.ts';
import { html } from '#api/html.ts';
import { type ApprovalViewDeps, createApprovalView } from '#api/operations/approvals/approval-view.ts';
import { currentApproval } from '#api/operations/approvals/current-approval.ts';
import type { NoteChange } from '#api/operations/audit/note-change.ts';
import { createDecide, type DecideDeps } from '#api/operations/approvals/decide.ts';
import type { ApprovalLinks } from '#store/approval/approval-links.ts';
import type { EventTargets } from '#store/event/event-targets.ts';
import type { Workspaces } from '#store/workspace/workspaces.ts';
import { definePage, type View, view } from '../../define-page.ts';
import { stateWords } from '../../parts/approval-path.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { type FormProblem, formProblem } from '../../parts/refused-form.ts';
import { time } from '../../parts/time.ts';
import { markedRequest } from './marked-request.ts';

/*
 * A link says yes or no about one request, without a sign-in: whoever has it decides. Its token is sealed, names one approval and
 * one target of events, and counts as long as that target sends links. Opening it decides nothing, because scanners of
 * links open them too: the buttons post.
 */
interface Deps extends DecideDeps, ApprovalViewDeps {
  readonly approvalLinks: Pick<ApprovalLinks, 'open'>;
  readonly eventTargets: Pick<EventTargets, 'find'>;
  readonly workspaces: Pick<Workspaces, 'timeZoneOf'>;
  readonly noteChange: NoteChange;
}

const path = '/approvals/{token}';
const params = { token: { description: 'The token of the link.' } };

const showLink = (deps: Deps) => {
  const open = createOpening(deps);
  return definePage({
    method: 'get',
    path,
    params,
    access: 'anyone',
    handle: async ({ params: { token = '' }, csrf }) =>
      await linkView(deps, { link: await open(token), csrf }),
  });
};

const decideByLink = (deps: Deps) => {
  const open = createOpening(deps);
  const decide = createDecide(deps);
  return definePage({
    method: 'post',
    path,
    params,
    access: 'anyone',
    handle: async ({ params: { token = '' }, csrf, form }) => {
      const link = await open(token);
      const state = form.get('do') === 'approve' ? ('approved' as const) : ('refused' as const);
      try {
        const [{ workspaceId, approvalId }, by] = [link, `link to ${new URL(link.url).host}`];
        await decide(workspaceId, approvalId, { state, by });
        await deps.noteChange(workspaceId, {
          action: 'decideApproval',
          outcome: 'changed',
          by,
          tokenId: null,
          role: null,
          via: 'link',
          target: { approvalId },
          fields: ['decision'],
        });
        return await linkView(deps, { link, csrf });
      } catch (error) {
        return await linkView(deps, { link, csrf, problem: formProblem(error) });
      }
    },
  });
};

type Link = Awaited<ReturnType<ReturnType<typeof createOpening>>>;

/** The link of a token, while its target sends links. Throws NOT_FOUND. */
function createOpening({ approvalLinks, eventTargets }: Deps) {
  return async function open(token: string) {
    const link = approvalLinks.open(token);
    const target = link === null ? null : await eventTargets.find(link.workspaceId, link.targetId);
    if (link === null || target?.state !== 'on' || !target.approvalLinks)
      throw new DomainError('NOT_FOUND', 'This link does not count any more', {
        hint: 'Decide at /console/approvals.',
      });
    return { ...link, url: target.url };
  };
}

interface Shown {
  readonly link: Link;
  readonly csrf: string;
  readonly problem?: FormProblem;
}

async function linkView(
  deps: Deps,
  { link: { workspaceId, approvalId }, csrf, problem }: Shown,
): Promise<View> {
  const asked = await currentApproval(deps.approvals, workspaceId, approvalId);
  const { summary, state, request, fromDelivery, automationName, expiresAt } = await createApprovalView(deps)(
    workspaceId,
    asked,
  );
  const timeZone = await deps.workspaces.timeZoneOf(workspaceId);
  return view({
    title: 'Approval',
    ...(problem !== undefined && { status: problem.status }),
    body: html`<h1>${outsideText(summary)}</h1>
      ${problemNote(problem)}
      <p>
        ${automationName === null ? 'An agent' : html`The automation ${outsideText(automationName)}`} wants to
        send this request.
      </p>
      ${fromDelivery.length > 0 && html`<p class="hint">Marked: values that the delivery brought. Whoever sent it chose them.</p>`}
      ${markedRequest(request, fromDelivery)}
      ${
        state === 'open'
          ? html`<form method="post">
              ${csrfField(csrf)}
              <p class="hint">Until ${time(expiresAt, timeZone)}; after that it is refused.</p>
              <p class="actions">
                <button class="primary" name="do" value="approve">Approve and send</button>
                <button class="danger" name="do" value="refuse">Refuse</button>
              </p>
            </form>`
          : notice('done', `This request is ${stateWords[state]}.`)
      }`,
  });
}

export const linkPages = [showLink, decideByLink] as const;
