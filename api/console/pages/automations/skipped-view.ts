import { type Html, html } from '#api/html.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';
import { notice, problemNote } from '../../parts/notice.ts';
import { readOnlyNote } from '../../parts/read-only.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { nextPage } from '../../parts/next-page.ts';
import type { FormProblem } from '../../parts/refused-form.ts';
import { automationPath } from './automation-path.ts';
import type { ShownAutomation } from './shown-automation.ts';
import { type SkippedRuns, skippedRuns } from './skipped-runs.ts';
import { skippedTable } from './skipped-table.ts';

interface Skipped {
  readonly automation: Pick<ShownAutomation, 'id' | 'state'>;
  readonly list: AnswerTo<'listSkipped'>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly csrf: string;
  readonly timeZone: string;
  /** Why nothing can be run; null for those who may. */
  readonly readOnly: string | null;
  readonly runs?: SkippedRuns;
  readonly problem?: FormProblem;
}

const formId = 'skipped';

/** The deliveries that wait, and the ways to run them. */
export function skippedView({ runs, problem, ...shown }: Skipped): Html {
  const { automation, list, query, csrf, timeZone, readOnly } = shown;
  const path = `${automationPath(automation.id)}/skipped`;
  const result = html`${runs !== undefined && skippedRuns(runs)} ${problemNote(problem)}`;
  if (list.total === 0) return html`${result} ${nothing}`;
  const mayRun = readOnly === null && automation.state === 'active';
  return html`${result}
    <p class="lead">
      ${waiting(list.total)}: skipped by a pause or by the budget, and kept. Each is run once for its event,
      with the instructions of today.
    </p>
    ${readOnlyNote(readOnly)} ${automation.state === 'paused' && resumeFirst(automation.id)}
    <form id="${formId}" method="post" action="${path}" class="actions">
      ${csrfField(csrf)} ${mayRun && ways(list)}
    </form>
    ${skippedTable(list.items, { timeZone, form: mayRun ? formId : null })}
    ${
      mayRun &&
      html`<p class="actions chosen">
        <button form="${formId}" name="which" value="chosen">Run the chosen</button>
      </p>`
    }
    ${nextPage(path, { cursor: query['cursor'] }, list.nextCursor)}`;
}

const waiting = (total: number) => (total === 1 ? 'One delivery waits' : `${total} deliveries wait`);

const resumeFirst = (id: string): Html =>
  notice(
    'attention',
    html`The automation is paused. <a href="${automationPath(id)}/resume">Resume it</a>, then run them.`,
  );

function ways({ total, newestPerReference }: AnswerTo<'listSkipped'>): Html {
  return html`<button class="primary" name="which" value="all">
      ${total === 1 ? 'Run it' : `Run all ${total}`}
    </button>
    ${
      newestPerReference < total &&
      newestPerReference > 0 &&
      html`<button name="which" value="newest_per_reference">
          Run the newest of each reference (${newestPerReference})
        </button>
        <span class="hint">Older ones of a reference are left aside, and stay here.</span>`
    }`;
}

const nothing = emptyState({
  title: 'No skipped deliveries',
  text: 'Deliveries that arrive while this automation is paused, or after its budget is used up, are kept here. Then you choose which to run: all, the newest of each order or ticket, or single deliveries.',
});
