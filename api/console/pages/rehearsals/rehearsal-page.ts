import { type Html, html } from '#api/html.ts';
import { definePage, type PageRequest, seeOther, type View } from '../../define-page.ts';
import { formPage } from '../../parts/form-page.ts';
import { ifFound } from '../../parts/if-found.ts';
import { withQuery } from '../../parts/next-page.ts';
import { problemNote } from '../../parts/notice.ts';
import { readOnlyNote, whyReadOnly } from '../../parts/read-only.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { automationFrame } from '../automations/automation-frame.ts';
import { automationPath } from '../automations/automation-path.ts';
import { progressPart } from './progress-part.ts';
import { isVerdict, rehearsalParams, rehearsalPath } from './rehearsal-path.ts';
import { resultsPart } from './results-part.ts';
import { savePart } from './save-part.ts';

const page = { path: rehearsalPath('{rehearsalId}'), params: rehearsalParams } as const;

export const showRehearsal = () =>
  definePage({ ...page, method: 'get', handle: (request) => rehearsalPage(request) });

export const cancelFromPage = () =>
  definePage({
    method: 'post',
    path: `${page.path}/cancel`,
    params: rehearsalParams,
    handle: async ({ manage, params }) => {
      const { id } = await manage.cancelRehearsal({ params });
      return seeOther(rehearsalPath(id));
    },
  });

/** Saves the change that was rehearsed, unless another one was saved meanwhile. */
export const saveRehearsed = () =>
  formPage({
    path: `${page.path}/save`,
    params: rehearsalParams,
    act: async ({ manage, params }) => {
      const { automationId, change, revision } = await manage.readRehearsal({
        params,
        query: { limit: '1' },
      });
      const body = { ...change, basedOnRevision: revision };
      await manage.changeAutomation({ params: { id: automationId }, body });
      return seeOther(`${automationPath(automationId)}?saved`);
    },
    refused: rehearsalPage,
  });

const refreshSeconds = 2;

async function rehearsalPage(request: PageRequest<'owner'>, problem?: FormProblem): Promise<View> {
  const { manage, params, query, csrf, workspace } = request;
  const verdict = isVerdict(query['verdict']) ? query['verdict'] : undefined;
  const asked = { verdict, cursor: query['cursor'] };
  const rehearsal = await manage.readRehearsal({
    params,
    query: { ...asked, limit: verdict === undefined ? '1' : '20' },
  });
  const { id, automationId, revision, state } = rehearsal;
  const automation = await manage.readAutomation({
    params: { id: automationId },
    query: { wouldRun: 'false' },
  });
  const before = await ifFound(
    manage.readRevision({ params: { id: automationId, revision: String(revision) } }),
  );
  const readOnly = whyReadOnly(workspace);
  const given = readOnly === null ? csrf : null;
  const isRunning = state === 'running';
  return automationFrame({
    automation,
    tab: '/rehearsals',
    status: problem?.status,
    ...(isRunning && problem === undefined && { refreshSeconds }),
    body: html`${readOnlyNote(readOnly)} ${problemNote(problem)}
      <div id="rehearsal">
        ${isRunning && followed(withQuery(rehearsalPath(id), asked))}
        <h2>Rehearsal against revision ${revision}</h2>
        ${progressPart(rehearsal, given)}
        ${savePart({ rehearsal, before, newest: automation.revision, csrf: given })}
        ${resultsPart(rehearsal, verdict, query)}
      </div>`,
  });
}

/** Asks for the page again while it is there. */
const followed = (path: string): Html =>
  html`<div
    hidden
    hx-get="${path}"
    hx-trigger="every ${refreshSeconds}s"
    hx-select="#rehearsal"
    hx-target="#rehearsal"
    hx-swap="outerMorph"
  ></div>`;
