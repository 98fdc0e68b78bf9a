import { type Html, html } from '#api/html.ts';
import { table } from '../../parts/table.ts';
import type { ItemOf } from '#api/routing/call-operation.ts';
import { time, timeOr } from '../../parts/time.ts';
import { secretsPath } from './secrets-path.ts';

/** The named secrets of the workspace. */
export const secretTable = (secrets: readonly ItemOf<'listSecrets'>[], timeZone: string): Html =>
  table({
    name: 'Secrets',
    rows: secrets,
    isWide: true,
    columns: [
      {
        title: 'Placeholder',
        cell: ({ name }) => html`<a href="${secretsPath}/${name}"><code>{{secret.${name}}}</code></a>`,
      },
      {
        title: 'Domains',
        cell: ({ domains }) =>
          domains.length === 0
            ? html`<span class="quiet">damaged: replace or delete it</span>`
            : domains.join(', '),
      },
      { title: 'Changed', cell: ({ updatedAt }) => time(updatedAt, timeZone) },
      { title: 'Last used', cell: ({ lastUsedAt }) => timeOr(lastUsedAt, timeZone) },
    ],
    empty: {
      title: 'No secret is stored yet',
      text: 'Store one, and write its placeholder into instructions where its value belongs.',
    },
  });
