import { isRecord, type JsonValue } from '#domain/json-value.ts';
import { entityNouns } from '../document/name-vocabulary.ts';
import { nameWords } from '../document/name-words.ts';
import { kindOf, type Place } from './place.ts';
import type { Operator, Test, Value } from './tree.ts';
import { proseNames } from './vocabulary.ts';

/** What holds where the value of a place passes a test; null where that makes no sense for what the samples have there. */
export function writeTest(test: Test, place: Place): string | null {
  const { operator, values } = test;
  if (operator === 'exists') return givenAt(place);
  if (operator === 'between') {
    const [low, high] = values.map((value) =>
      compare(place, ['>=', '<='][values.indexOf(value)] ?? '', value),
    );
    return low && high ? `${low} && ${high}` : null;
  }
  const written = values.map((value) => writeValue(test, place, value)).filter((text) => text !== null);
  if (written.length < values.length) return null;
  return written.length > 1 ? `(${written.join(' || ')})` : (written[0] ?? null);
}

const symbols: Readonly<Partial<Record<Operator, string>>> = {
  over: '>',
  under: '<',
  'at-least': '>=',
  'at-most': '<=',
};

function writeValue(test: Test, place: Place, value: Value): string | null {
  const symbol = symbols[test.operator];
  if (place.values.some(isAddress) && !isAbout(value, ':')) return null;
  if (symbol !== undefined) return compare(place, symbol, value);
  if (place.kind === 'list') return inList(test, place, value);
  if (place.kind === 'object') return null;
  return test.operator === 'is' || test.operator === 'changed'
    ? isSame(place, value)
    : holdsPart(test.operator, place, value);
}

/** `zen:ticket:5158`, the address of a thing in a field that is called like a text. */
const isAddress = (value: JsonValue): boolean =>
  typeof value === 'string' && /^[a-z][\w.+-]*:(?!\/\/)\S+$/i.test(value);
const isAbout = (value: Value, mark: string): boolean => value.kind === 'text' && value.text.includes(mark);

/** Numbers of the deliveries may be texts; those with leading zeros are codes. No currency is certain. */
function compare({ cel, kind, name, values }: Place, symbol: string, value: Value): string | null {
  if (value.kind !== 'number' || value.unit !== null || !['number', 'text', null].includes(kind)) return null;
  if (/version$/i.test(name) || values.some((each) => /^[+0]\d/.test(textOf(each)))) return null;
  return `${kind === 'number' ? cel : `number(${cel})`} ${symbol} ${value.digits}`;
}

function isSame(place: Place, value: Value): string | null {
  const { cel, kind, values } = place;
  if (value.kind === 'number') {
    if (kind === 'truth') return null;
    const isCode = kind === 'text' && values.some((each) => /\p{L}/u.test(textOf(each)));
    return isCode ? `sameText(${cel}, "${value.digits}")` : compare(place, '==', value);
  }
  const truth = value.isQuoted ? undefined : truths[value.text.toLowerCase()];
  if (kind === 'truth') return truth === undefined ? null : `${cel} == ${truth}`;
  if (kind === 'number') return null;
  if (truth !== undefined && /^(?:true|false)$/i.test(value.text)) return `${truth ? '' : '!'}bool(${cel})`;
  return isCertainText(place, value.text, value.isQuoted) ? sameText(place, value) : null;
}

const coded = new Set(['country', 'currency', 'language']);

const truths: Readonly<Partial<Record<string, boolean>>> = { true: true, yes: true, false: false, no: false };

/** "The order is paid" and "the subject is rude" are no comparisons of texts, if they look like it. */
function isCertainText({ name, cel, values, isLoose }: Place, text: string, isQuoted: boolean): boolean {
  if (isQuoted || spelled(values, text).length > 0) return true;
  if (!/^[\p{L} ]+$/u.test(text)) return !/^\d+[./-]\d+[./-]\d/.test(text);
  const last = nameWords(name).split(' ').at(-1) ?? '';
  // Some senders write "DE", others "Germany".
  if (coded.has(last))
    return values.length > 0
      ? values.every((value) => textOf(value).length === text.length)
      : last !== 'country' && text.length === 3;
  return (
    !proseNames.has(last) &&
    !(isLoose && last === 'name') &&
    !(entityNouns.has(last) && (values.length > 0 || cel.startsWith('field(')))
  );
}

/** Without quotation marks `in progress` is `in_progress` too: as the samples spell it, else in any spelling. */
function sameText({ cel, values }: Place, { text, isQuoted }: Extract<Value, { kind: 'text' }>): string {
  const [known, ...others] = isQuoted ? [] : spelled(values, text);
  if (known !== undefined && others.length === 0) return `sameText(${cel}, ${JSON.stringify(known)})`;
  const words = text.split(parting).map(escaped);
  return isQuoted || words.length === 1
    ? `sameText(${cel}, ${JSON.stringify(text)})`
    : `${cel}.matches(${JSON.stringify(`(?i)^${words.join(cel === 'event' ? '[ ._/:-]?' : '[ _-]?')}$`)})`;
}

const parting = /[ _-]+/;
const squashed = (text: string): string => text.toLowerCase().replace(/[ ._/:-]/g, '');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : '');
const spelled = (values: readonly JsonValue[], text: string): readonly string[] => [
  ...new Set(values.map(textOf).filter((value) => squashed(value) === squashed(text))),
];

const methods: Readonly<Partial<Record<Operator, string>>> = {
  contains: 'contains',
  starts: 'startsWith',
  ends: 'endsWith',
};
const tagNames = /(?:tags|labels|keywords|categories)$/i;

function holdsPart(operator: Operator, { cel, kind, name, list }: Place, value: Value): string | null {
  const isContained = operator === 'contains';
  // 673 stands in 6735 by chance, and a list contains items.
  if (kind === 'number' || kind === 'truth' || (isContained && (value.kind === 'number' || list !== null)))
    return null;
  const text = value.kind === 'number' ? value.digits : value.text;
  // Many senders write tags as one text.
  if (isContained && tagNames.test(name))
    return `${cel}.split(",").exists(t, sameText(t.trim(), ${JSON.stringify(text)}))`;
  if (/^[\x20-\x7e]*$/.test(text))
    return `${cel}.lowerAscii().${methods[operator] ?? ''}(${JSON.stringify(text.toLowerCase())})`;
  const [start, end] = [operator === 'starts' ? '^' : '', operator === 'ends' ? '$' : ''];
  return `${cel}.matches(${JSON.stringify(`(?i)${start}${escaped(text)}${end}`)})`;
}

/** One item is enough. */
function inList({ operator }: Test, { cel, values, list, name }: Place, value: Value): string | null {
  if (list !== null || !['is', 'contains'].includes(operator)) return null;
  const items = values.flat();
  const kind = kindOf(items);
  const text = value.kind === 'number' ? value.digits : value.text;
  if (kind === 'number') return value.kind === 'number' ? `${text} in ${cel}` : null;
  const item = kind === 'text' ? 'i' : areNamed(items) && tagNames.test(name) ? 'i.name' : null;
  return item === null ? null : `${cel}.exists(i, sameText(${item}, ${JSON.stringify(text)}))`;
}

const areNamed = (values: readonly JsonValue[]): boolean =>
  values.length > 0 && values.every((value) => isRecord(value) && typeof value['name'] === 'string');

/** Null, an empty text and an empty list are nothing. */
function givenAt({ cel, kind, values, own }: Place): string | null {
  // `{"value": ""}` is an object, and nothing.
  if (values.some((value) => isRecord(value) && Object.hasOwn(value, 'value'))) return null;
  const isThere = own.includes(`${cel} != null`) ? [] : [`${cel} != null`];
  const isFull = kind === 'list' || kind === 'object' ? `size(${cel}) > 0` : `string(${cel}).trim() != ""`;
  return [...isThere, ...(kind === 'number' || kind === 'truth' ? [] : [isFull])].join(' && ');
}
