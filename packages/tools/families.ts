import type { Resolve } from './pipeline.ts';
import type { Tool, ToolFamily } from './tool.ts';

/** Loads a file of tools. `resolve` is for the tool that calls others. */
export type LoadFile = (resolve: Resolve) => Promise<{ readonly tools: readonly Tool[] }>;

type FamilyFiles = Omit<ToolFamily, 'tools'> & { readonly files: readonly LoadFile[] };

/** Every family, in the order of the catalogue. A file is loaded when one of its tools runs, or all at once. */
export const familyFiles: readonly FamilyFiles[] = [
  {
    id: 'case',
    title: 'Case',
    files: [() => import('./text/case.ts'), () => import('./text/case-identifier.ts')],
  },
  {
    id: 'clean',
    title: 'Clean',
    files: [
      () => import('./text/clean-space.ts'),
      () => import('./text/clean-characters.ts'),
      () => import('./text/clean-signs.ts'),
      () => import('./text/clean-markup.ts'),
    ],
  },
  {
    id: 'lines',
    title: 'Lines',
    files: [
      () => import('./text/lines-order.ts'),
      () => import('./text/lines-select.ts'),
      () => import('./text/lines-mark.ts'),
      () => import('./text/lines-shape.ts'),
      () => import('./text/lines-pieces.ts'),
    ],
  },
  {
    id: 'analyse',
    title: 'Count and analyse',
    files: [
      () => import('./text/count.ts'),
      () => import('./text/measure.ts'),
      () => import('./text/inspect.ts'),
    ],
  },
  {
    id: 'extract',
    title: 'Extract',
    files: [
      () => import('./text/extract-links.ts'),
      () => import('./text/extract.ts'),
      () => import('./text/extract-patterns.ts'),
    ],
  },
  {
    id: 'replace',
    title: 'Find, replace and patterns',
    files: [() => import('./text/find-replace.ts'), () => import('./text/fill-template.ts')],
  },
  {
    id: 'generate',
    title: 'Generate',
    files: [
      () => import('./text/generate-ids.ts'),
      () => import('./text/generate-secrets.ts'),
      () => import('./text/generate-text.ts'),
    ],
  },
  {
    id: 'compare',
    title: 'Compare',
    files: [() => import('./text/compare.ts'), () => import('./text/diff.ts')],
  },
  {
    id: 'encode',
    title: 'Encode and decode',
    files: [
      () => import('./text/base-encodings.ts'),
      () => import('./text/byte-encodings.ts'),
      () => import('./text/web-encodings.ts'),
      () => import('./text/byte-codecs.ts'),
      () => import('./text/small-bases.ts'),
      () => import('./text/jwt.ts'),
    ],
  },
  {
    id: 'cipher',
    title: 'Ciphers and spelling',
    files: [() => import('./text/ciphers.ts'), () => import('./text/spelled-alphabets.ts')],
  },
  { id: 'hash', title: 'Hash', files: [() => import('./text/hash.ts')] },
  {
    id: 'crypto',
    title: 'Tokens, keys and passwords',
    files: [
      () => import('./text/tokens.ts'),
      () => import('./text/passwords.ts'),
      () => import('./text/one-time-keys.ts'),
      () => import('./text/argon2.ts'),
      () => import('./text/keys.ts'),
      () => import('./text/certificate-request.ts'),
    ],
  },
  {
    id: 'validate',
    title: 'Check and take apart',
    files: [
      () => import('./text/validate-values.ts'),
      () => import('./text/identifiers.ts'),
      () => import('./text/networks.ts'),
    ],
  },
  {
    id: 'json',
    title: 'JSON',
    files: [
      () => import('./text/json-format.ts'),
      () => import('./text/json-select.ts'),
      () => import('./text/json-standards.ts'),
      () => import('./text/schema-from-json.ts'),
    ],
  },
  {
    id: 'convert',
    title: 'YAML, TOML, JSON5, XML and configuration',
    files: [
      () => import('./text/convert-yaml.ts'),
      () => import('./text/convert-toml.ts'),
      () => import('./text/convert-json5.ts'),
      () => import('./text/convert-xml.ts'),
      () => import('./text/config-files.ts'),
    ],
  },
  {
    id: 'table',
    title: 'CSV and tables',
    files: [
      () => import('./text/tables.ts'),
      () => import('./text/csv-edit.ts'),
      () => import('./text/csv-rows.ts'),
      () => import('./text/tables-to-json.ts'),
    ],
  },
  {
    id: 'markup',
    title: 'Markdown, HTML and code',
    files: [
      () => import('./text/markup.ts'),
      () => import('./text/select-markup.ts'),
      () => import('./text/code-format.ts'),
      () => import('./text/minify-code.ts'),
    ],
  },
  {
    id: 'number',
    title: 'Numbers',
    files: [
      () => import('./text/arithmetic.ts'),
      () => import('./text/percentages.ts'),
      () => import('./text/numbers.ts'),
    ],
  },
  {
    id: 'unit',
    title: 'Units',
    files: [() => import('./text/units.ts'), () => import('./text/human-sizes.ts')],
  },
  {
    id: 'date',
    title: 'Dates and schedules',
    files: [
      () => import('./text/dates.ts'),
      () => import('./text/date-arithmetic.ts'),
      () => import('./text/relative-dates.ts'),
      () => import('./text/iso-weeks.ts'),
      () => import('./text/cron.ts'),
      () => import('./text/schedules.ts'),
    ],
  },
  { id: 'color', title: 'Colours', files: [() => import('./text/colors.ts')] },
  {
    id: 'pipeline',
    title: 'Several tools in one call',
    files: [async (resolve) => (await import('./pipeline.ts')).createPipelineTools(resolve)],
  },
  {
    id: 'web',
    title: 'Web and SEO',
    files: [
      () => import('./text/urls.ts'),
      () => import('./text/slugs.ts'),
      () => import('./text/query-strings.ts'),
      () => import('./text/seo-tags.ts'),
      () => import('./text/site-files.ts'),
      () => import('./text/qr-code.ts'),
    ],
  },
];
