import { type Html, html } from '#api/html.ts';
import { csrfField } from '../../parts/csrf-field.ts';
import { notice } from '../../parts/notice.ts';
import { automationPath } from '../automations/automation-path.ts';
import { revisionChanges, type ShownRevision } from '../automations/revision-changes.ts';
import { rehearsalPath, type ShownRehearsal } from './rehearsal-path.ts';

interface Saving {
  readonly rehearsal: ShownRehearsal;
  /** The revision that it was compared with; null where it is no longer kept. */
  readonly before: ShownRevision | null;
  /** The number of the revision of today. */
  readonly newest: number;
  /** Null for those who may only read. */
  readonly csrf: string | null;
}

/** The change that was rehearsed, and the button that saves it. Nothing where nothing was changed. */
export function savePart({ rehearsal, before, newest, csrf }: Saving): Html | false {
  const { id, automationId, change, revision, state } = rehearsal;
  if (change === null || before === null) return false;
  return html`<section aria-labelledby="change">
    <h2 id="change">The change from revision ${revision}</h2>
    ${revisionChanges(before, Object.assign({}, before, change))}
    ${
      newest !== revision
        ? notice(
            'attention',
            html`The automation is at revision ${newest} now, so this change is not saved from here.
              <a href="${automationPath(automationId)}/revisions">See what was changed</a>`,
          )
        : state !== 'running' &&
          csrf !== null &&
          html`<form method="post" action="${rehearsalPath(id)}/save" class="actions">
            ${csrfField(csrf)}<button class="primary">Save</button>
            <span class="hint">The next delivery uses it, as revision ${revision + 1}.</span>
          </form>`
    }
  </section>`;
}
