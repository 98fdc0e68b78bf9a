import { nearest } from './nearest.ts';

type Groups = readonly (readonly string[])[];

/**
 * One vocabulary for all tools: a param of a group that a tool does not have is taken for the one that it has. The first
 * name at each tool continues to work.
 */
const sameMeaning: Groups = [
  ['value', 'text', 'bytes', 'seconds'],
  ['text', 'from', 'foreground'],
  ['other', 'to', 'background'],
  ['max', 'top', 'count', 'times', 'limit'],
  ['length', 'maxLength', 'size', 'width', 'limit'],
  ['separator', 'delimiter'],
  ['encoding', 'output'],
  ['style', 'form', 'kind', 'mode', 'method', 'formula', 'variant', 'level', 'algorithm'],
];

/** The names that people write for a param, for hints. */
const similarMeaning: Groups = [
  [
    'text',
    'value',
    'input',
    'string',
    'content',
    'data',
    'body',
    'a',
    'source',
    'first',
    'left',
    'original',
    'url',
  ],
  ['other', 'text2', 'b', 'second', 'compareTo', 'target', 'with', 'right', 'modified', 'until', 'end'],
  ['find', 'search', 'needle', 'searchFor', 'query', 'what'],
  ['replacement', 'replace', 'replaceWith', 'replaceBy'],
  ['expression', 'query', 'filter'],
  ['pattern', 'regex', 'regexp', 'match'],
  ['ignoreCase', 'caseInsensitive', 'insensitive'],
  ['separator', 'sep', 'glue', 'joiner'],
  ['language', 'lang', 'syntax'],
  ['locale', 'language', 'lang'],
  ['timeZone', 'tz', 'zone'],
  ['indent', 'spaces', 'indentation'],
  ['from', 'unit', 'fromUnit'],
  ['to', 'toUnit', 'into'],
  ['key', 'secret', 'password'],
  ['max', 'n', 'amount', 'take'],
  ['values', 'variables', 'context'],
  ['items', 'list', 'entries'],
  ['unique', 'distinct'],
];

function inGroups(groups: Groups, written: string, free: readonly string[]): string | undefined {
  for (const group of groups) {
    const meant = group.includes(written) ? group.find((name) => free.includes(name)) : undefined;
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** The likeliest param that is not given yet, for a hint. */
export function similarParam(
  written: string,
  known: readonly string[],
  given: ReadonlySet<string>,
): string | undefined {
  const free = known.filter((name) => !given.has(name));
  return inGroups(similarMeaning, written, free) ?? nearest(written, free.length > 0 ? free : known, 1)[0];
}

/** The params under the names that the tool has; what is not recognised stays and is refused by the schema. */
export function namedAsKnown(
  params: Readonly<Record<string, unknown>>,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  const given = new Set(Object.keys(params).filter((name) => known.includes(name)));
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    const free = known.filter((other) => !given.has(other));
    const meant = known.includes(name) ? name : (inGroups(sameMeaning, name, free) ?? name);
    given.add(meant);
    named[meant] = value;
  }
  return named;
}
