import { type Html, html } from '#api/html.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { definePage, view } from '../../define-page.ts';
import { nextPage } from '../../parts/next-page.ts';
import { table } from '../../parts/table.ts';
import { time } from '../../parts/time.ts';
import { auditPath } from './audit-path.ts';

type Change = ItemOf<'listAudit'>;

const showAudit = () =>
  definePage({
    method: 'get',
    path: auditPath,
    handle: async ({ manage, query, timeZone }) => {
      const { cursor } = query;
      const { items, nextCursor } = await manage.listAudit({ query: { cursor } });
      return view({
        title: 'Audit log',
        section: 'settings',
        body: html`<h1>Audit log</h1>
          <p class="lead">Each change of this workspace and who made it: names only, no values.</p>
          ${changeTable(items, timeZone)} ${nextPage(auditPath, { cursor }, nextCursor)}
          ${items.length > 0 && html`<p><a href="${auditPath}.csv" download>Download as CSV</a></p>`}`,
      });
    },
  });

const downloadAudit = () =>
  definePage({
    method: 'get',
    path: `${auditPath}.csv`,
    handle: async ({ manage }) => {
      const { type, file } = await manage.exportAuditCsv();
      return { kind: 'download', type, fileName: 'audit.csv', content: file };
    },
  });

const changeTable = (changes: readonly Change[], timeZone: string): Html =>
  table({
    name: 'Changes',
    rows: changes,
    columns: [
      { title: 'Change', className: 'plain', cell: changeCell },
      { title: 'Members', cell: ({ fields }) => fields.join(', ') || html`<span class="quiet">–</span>` },
      { title: 'By', label: 'by', cell: byCell },
      { title: 'When', cell: ({ at }) => time(at, timeZone) },
    ],
    empty: {
      title: 'No changes yet',
      text: 'Each change of an automation, a policy, a token, a secret, a target, an approval or a setting is listed here.',
    },
  });

const changeCell = ({ action, outcome, target }: Change): Html =>
  html`${wordsOf(action)}
  ${outcome === 'unknown' && html`<span class="state failed">failed on its way</span>`}
  ${Object.values(target).map((id) => html`<code class="quiet">${id}</code> `)}`;

const byCell = ({ by, role, via }: Change): Html =>
  html`<bdi>${by}</bdi> <span class="hint">${[role, via].filter((word) => word !== null).join(', ')}</span>`;

/** As in `Change automation`, of `changeAutomation`. */
const wordsOf = (action: string): string =>
  action
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^./, (letter) => letter.toUpperCase());

export const auditPages = [showAudit, downloadAudit] as const;
