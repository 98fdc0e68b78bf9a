import { type Html, html } from '#api/html.ts';
import { view, type View } from '../../define-page.ts';
import { causesPath } from '../../parts/cause-path.ts';
import { withQuery } from '../../parts/next-page.ts';
import { outsideText } from '../../parts/outside-text.ts';
import { tabs } from '../../parts/tabs.ts';
import { automationPath } from './automation-path.ts';
import type { ShownAutomation } from './shown-automation.ts';

const tabTitles = {
  '': 'Instructions',
  '/connect': 'Connect',
  '/try': 'Try it',
  '/sender': 'Sender',
  '/revisions': 'Revisions',
  '/rehearsals': 'Rehearsals',
  '/skipped': 'Skipped',
  '/cases': 'Cases',
} as const;

interface Frame {
  readonly automation: Pick<ShownAutomation, 'id' | 'name' | 'state'>;
  readonly tab: keyof typeof tabTitles;
  readonly body: Html;
  readonly status?: number | undefined;
  readonly refreshSeconds?: number | undefined;
}

/** A page of one automation: its name and state, what can be done with it, and the way to its other pages. */
export function automationFrame({ automation, tab, body, status = 200, refreshSeconds }: Frame): View {
  const { id, name, state } = automation;
  const path = automationPath(id);
  return view({
    title: tab === '' ? name : `${tabTitles[tab]} · ${name}`,
    section: 'automations',
    status,
    refreshSeconds,
    body: html`<p class="crumb"><a href="/console/automations">Automations</a></p>
      <div class="heading">
        <h1>${outsideText(name)}</h1>
        <span class="state ${state}">${state}</span>
        <div class="actions">
          <a href="${path}/${state === 'paused' ? 'resume' : 'pause'}"
            >${state === 'paused' ? 'Resume' : 'Pause'}</a
          >
          <a href="/console/alerts?automation=${id}#add">Tell me when it fails</a>
          <a href="${path}/duplicate">Duplicate</a>
          <a href="${path}/delete">Delete</a>
        </div>
      </div>
      ${tabs('Automation', [
        ...Object.entries(tabTitles).map(([end, title]) => ({
          title,
          href: `${path}${end}`,
          isCurrent: end === tab,
        })),
        { title: 'Deliveries', href: `/console/activity?automationId=${id}`, isCurrent: false },
        { title: 'Failures', href: withQuery(causesPath, { automationId: id }), isCurrent: false },
      ])}
      ${body}`,
  });
}
