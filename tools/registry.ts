import { nearest } from './nearest.ts';
import { createPipelineTools } from './pipeline.ts';
import { resolveCall, type ResolvedCall } from './resolve-call.ts';
import type { Tool, ToolFamily } from './tool.ts';
import { byteCodecTools } from './text/byte-codecs.ts';
import { configFileTools } from './text/config-files.ts';
import { csvRowTools } from './text/csv-rows.ts';
import { identifierTools } from './text/identifiers.ts';
import { jsonStandardTools } from './text/json-standards.ts';
import { keyTools } from './text/keys.ts';
import { minifyCodeTools } from './text/minify-code.ts';
import { networkTools } from './text/networks.ts';
import { passwordTools } from './text/passwords.ts';
import { percentageTools } from './text/percentages.ts';
import { relativeTools } from './text/relative-dates.ts';
import { schemaFromJsonTools } from './text/schema-from-json.ts';
import { selectMarkupTools } from './text/select-markup.ts';
import { tokenTools } from './text/tokens.ts';
import { validateValueTools } from './text/validate-values.ts';
import { argon2Tools } from './text/argon2.ts';
import { arithmeticTools } from './text/arithmetic.ts';
import { baseEncodingTools } from './text/base-encodings.ts';
import { byteEncodingTools } from './text/byte-encodings.ts';
import { identifierCaseTools } from './text/case-identifier.ts';
import { caseTools } from './text/case.ts';
import { certificateRequestTools } from './text/certificate-request.ts';
import { cipherTools } from './text/ciphers.ts';
import { cleanCharacterTools } from './text/clean-characters.ts';
import { cleanMarkupTools } from './text/clean-markup.ts';
import { cleanSignTools } from './text/clean-signs.ts';
import { cleanSpaceTools } from './text/clean-space.ts';
import { codeFormatTools } from './text/code-format.ts';
import { colorTools } from './text/colors.ts';
import { compareTools } from './text/compare.ts';
import { json5Tools } from './text/convert-json5.ts';
import { tomlTools } from './text/convert-toml.ts';
import { xmlTools } from './text/convert-xml.ts';
import { yamlTools } from './text/convert-yaml.ts';
import { countTools } from './text/count.ts';
import { cronTools } from './text/cron.ts';
import { csvEditTools } from './text/csv-edit.ts';
import { tableToJsonTools } from './text/tables-to-json.ts';
import { dateArithmeticTools } from './text/date-arithmetic.ts';
import { dateTools } from './text/dates.ts';
import { diffTools } from './text/diff.ts';
import { extractLinkTools } from './text/extract-links.ts';
import { patternExtractTools } from './text/extract-patterns.ts';
import { extractTools } from './text/extract.ts';
import { templateTools } from './text/fill-template.ts';
import { findReplaceTools } from './text/find-replace.ts';
import { generateIdTools } from './text/generate-ids.ts';
import { generateSecretTools } from './text/generate-secrets.ts';
import { generateTextTools } from './text/generate-text.ts';
import { hashTools } from './text/hash.ts';
import { humanSizeTools } from './text/human-sizes.ts';
import { inspectTools } from './text/inspect.ts';
import { isoWeekTools } from './text/iso-weeks.ts';
import { jsonFormatTools } from './text/json-format.ts';
import { jsonSelectTools } from './text/json-select.ts';
import { jwtTools } from './text/jwt.ts';
import { lineMarkTools } from './text/lines-mark.ts';
import { lineOrderTools } from './text/lines-order.ts';
import { linePieceTools } from './text/lines-pieces.ts';
import { lineSelectTools } from './text/lines-select.ts';
import { lineShapeTools } from './text/lines-shape.ts';
import { markupTools } from './text/markup.ts';
import { measureTools } from './text/measure.ts';
import { numberTools } from './text/numbers.ts';
import { qrCodeTools } from './text/qr-code.ts';
import { queryStringTools } from './text/query-strings.ts';
import { scheduleTools } from './text/schedules.ts';
import { seoTagTools } from './text/seo-tags.ts';
import { siteFileTools } from './text/site-files.ts';
import { slugTools } from './text/slugs.ts';
import { smallBaseTools } from './text/small-bases.ts';
import { spelledAlphabetTools } from './text/spelled-alphabets.ts';
import { tableTools } from './text/tables.ts';
import { unitTools } from './text/units.ts';
import { urlTools } from './text/urls.ts';
import { webEncodingTools } from './text/web-encodings.ts';

/** Every family, in the order of the catalogue. */
export const families: readonly ToolFamily[] = [
  { id: 'case', title: 'Case', tools: [...caseTools, ...identifierCaseTools] },
  {
    id: 'clean',
    title: 'Clean',
    tools: [...cleanSpaceTools, ...cleanCharacterTools, ...cleanSignTools, ...cleanMarkupTools],
  },
  {
    id: 'lines',
    title: 'Lines',
    tools: [...lineOrderTools, ...lineSelectTools, ...lineMarkTools, ...lineShapeTools, ...linePieceTools],
  },
  {
    id: 'analyse',
    title: 'Count and analyse',
    tools: [...countTools, ...measureTools, ...inspectTools],
  },
  {
    id: 'extract',
    title: 'Extract',
    tools: [...extractLinkTools, ...extractTools, ...patternExtractTools],
  },
  { id: 'replace', title: 'Find, replace and patterns', tools: [...findReplaceTools, ...templateTools] },
  {
    id: 'generate',
    title: 'Generate',
    tools: [...generateIdTools, ...generateSecretTools, ...generateTextTools],
  },
  { id: 'compare', title: 'Compare', tools: [...compareTools, ...diffTools] },
  {
    id: 'encode',
    title: 'Encode and decode',
    tools: [
      ...baseEncodingTools,
      ...byteEncodingTools,
      ...webEncodingTools,
      ...byteCodecTools,
      ...smallBaseTools,
      ...jwtTools,
    ],
  },
  { id: 'cipher', title: 'Ciphers and spelling', tools: [...cipherTools, ...spelledAlphabetTools] },
  { id: 'hash', title: 'Hash', tools: [...hashTools] },
  {
    id: 'crypto',
    title: 'Tokens, keys and passwords',
    tools: [...tokenTools, ...passwordTools, ...argon2Tools, ...keyTools, ...certificateRequestTools],
  },
  {
    id: 'validate',
    title: 'Check and take apart',
    tools: [...validateValueTools, ...identifierTools, ...networkTools],
  },
  {
    id: 'json',
    title: 'JSON',
    tools: [...jsonFormatTools, ...jsonSelectTools, ...jsonStandardTools, ...schemaFromJsonTools],
  },
  {
    id: 'convert',
    title: 'YAML, TOML, JSON5, XML and configuration',
    tools: [...yamlTools, ...tomlTools, ...json5Tools, ...xmlTools, ...configFileTools],
  },
  {
    id: 'table',
    title: 'CSV and tables',
    tools: [...tableTools, ...csvEditTools, ...csvRowTools, ...tableToJsonTools],
  },
  {
    id: 'markup',
    title: 'Markdown, HTML and code',
    tools: [...markupTools, ...selectMarkupTools, ...codeFormatTools, ...minifyCodeTools],
  },
  { id: 'number', title: 'Numbers', tools: [...arithmeticTools, ...percentageTools, ...numberTools] },
  { id: 'unit', title: 'Units', tools: [...unitTools, ...humanSizeTools] },
  {
    id: 'date',
    title: 'Dates and schedules',
    tools: [
      ...dateTools,
      ...dateArithmeticTools,
      ...relativeTools,
      ...isoWeekTools,
      ...cronTools,
      ...scheduleTools,
    ],
  },
  { id: 'color', title: 'Colours', tools: [...colorTools] },
  { id: 'pipeline', title: 'Several tools in one call', tools: createPipelineTools(findCall) },
  {
    id: 'web',
    title: 'Web and SEO',
    tools: [...urlTools, ...slugTools, ...queryStringTools, ...seoTagTools, ...siteFileTools, ...qrCodeTools],
  },
];

const toolsById: ReadonlyMap<string, Tool> = new Map(
  families.flatMap(({ tools }) => tools.map((tool) => [tool.id, tool] as const)),
);

/** The tool of an id or of another name for it, with its params; undefined if there is none. */
export function findCall(id: string, params: unknown): ResolvedCall | undefined {
  return resolveCall(toolsById, id, params);
}

export function findTool(id: string): Tool | undefined {
  return toolsById.get(id);
}

/** `otherIds`: ids of tools that run elsewhere. */
export function nearestToolIds(written: string, otherIds: readonly string[] = []): readonly string[] {
  return nearest(written, [...toolsById.keys(), ...otherIds], 3);
}
