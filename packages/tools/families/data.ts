import type { FamilyFiles } from '../family-files.ts';

/** Formats of data and of markup. */
export const data: readonly FamilyFiles[] = [
  {
    id: 'json',
    title: 'JSON',
    files: [
      () => import('../text/json-format.ts'),
      () => import('../text/json-select.ts'),
      () => import('../text/json-standards.ts'),
      () => import('../text/schema-from-json.ts'),
    ],
  },
  {
    id: 'convert',
    title: 'YAML, TOML, JSON5, XML and configuration',
    files: [
      () => import('../text/convert-yaml.ts'),
      () => import('../text/convert-toml.ts'),
      () => import('../text/convert-json5.ts'),
      () => import('../text/convert-xml.ts'),
      () => import('../text/config-files.ts'),
    ],
  },
  {
    id: 'table',
    title: 'CSV and tables',
    files: [
      () => import('../text/tables.ts'),
      () => import('../text/csv-edit.ts'),
      () => import('../text/csv-rows.ts'),
      () => import('../text/tables-to-json.ts'),
    ],
  },
  {
    id: 'markup',
    title: 'Markdown, HTML and code',
    files: [
      () => import('../text/markup.ts'),
      () => import('../text/select-markup.ts'),
      () => import('../text/code-format.ts'),
      () => import('../text/minify-code.ts'),
    ],
  },
];
