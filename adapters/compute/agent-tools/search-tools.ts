import type { Catalogue, CatalogueItem } from '@reveille/tools';
import MiniSearch from 'minisearch';
import type { FoundTool } from '#contracts/agent-tool.ts';

const foundMax = 6;
/** The best are told even if one of them fits far better than the others. */
const foundMin = 3;
/** Tools that match the words much less than the best one are left out. */
const scoreShareMin = 0.25;

interface ParamSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
}

/** Finds tools by plain words, the best first. */
export function createToolSearch({ items }: Catalogue): (words: string) => readonly FoundTool[] {
  const index = new MiniSearch<CatalogueItem & { readonly words: string }>({
    fields: ['id', 'title', 'words', 'summary'],
    processTerm,
    searchOptions: { boost: { id: 3, title: 3, words: 2 }, prefix: (term) => term.length > 3, processTerm },
  });
  index.addAll(items.map((item) => ({ ...item, words: plainWords[item.id] ?? '' })));
  const byId = new Map(items.map((item) => [item.id, describeTool(item)]));

  return (words) => {
    const found = index.search(words);
    const scoreMin = (found[0]?.score ?? 0) * scoreShareMin;
    return found
      .filter(({ score }, index) => index < foundMin || score >= scoreMin)
      .slice(0, foundMax)
      .flatMap(({ id }) => byId.get(id as string) ?? []);
  };
}

const commonWords = new Set('a an and as by for from in into is it of on or the this to two with'.split(' '));

/** One and several of a thing are one word. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  if (commonWords.has(word)) return null;
  return word.length > 3 && !word.endsWith('ss') ? word.replace(/(?:ies|y)$/, 'i').replace(/s$/, '') : word;
}

function describeTool({ id, summary, params }: CatalogueItem): FoundTool {
  const { properties = {}, required = [] } = params as {
    readonly properties?: Readonly<Record<string, ParamSchema>>;
    readonly required?: readonly string[];
  };
  const described = Object.entries(properties).map(([name, schema]) => [
    name,
    describeParam(schema, required.includes(name)),
  ]);
  return { tool: id, summary, params: Object.fromEntries(described) as Record<string, string> };
}

function describeParam(
  { type, enum: choices, default: byDefault, description }: ParamSchema,
  isRequired: boolean,
) {
  const kind =
    choices === undefined ? (type ?? 'any') : choices.map((choice) => JSON.stringify(choice)).join(' | ');
  const absent = byDefault === undefined ? 'optional' : `default ${JSON.stringify(byDefault)}`;
  return [`${kind}, ${isRequired ? 'required' : absent}.`, description].filter(Boolean).join(' ');
}

/** Words that people use for what a tool does and that its own description does not have, by its id. */
export const plainWords: Readonly<Record<string, string>> = {
  calculate:
    'add subtract plus minus times multiply divide sum total numbers tax vat discount percentage fraction round rounding money amounts prices cents maths',
  'convert-duration': 'hours minutes seconds days',
  'convert-temperature': 'celsius fahrenheit kelvin',
  'csv-stats': 'spreadsheet table total column average add up',
  'csv-to-json': 'parse spreadsheet table rows',
  'date-add': 'later before after plus minus deadline due tomorrow next subtract',
  'date-diff': 'days between dates how long since until age elapsed duration compare',
  'date-format': 'write day month year weekday dd.mm.yyyy',
  'extract-emails': 'mail addresses',
  'format-money': 'currency price euro dollar cents amount',
  'json-query': 'filter select group sort transform map jsonata',
  'number-format': 'thousands separators decimals percentage',
  'number-statistics': 'add up total average minimum maximum list column',
  'read-number': 'parse currency price amount decimal comma separator',
  'time-zone-convert': 'local time utc',
  'timestamp-convert': 'parse unix epoch seconds milliseconds iso date',
  'working-days': 'business weekdays between dates',
};
