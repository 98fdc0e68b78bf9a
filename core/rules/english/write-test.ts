import { isRecord, type JsonValue } from '#domain/json-value.ts';
import { entityNouns } from '../document/name-vocabulary.ts';
import { nameWords } from '../document/name-words.ts';
import { kindOf, type Place } from './place.ts';
import type { Operator, Test, Value } from './tree.ts';
import { proseNames } from './vocabulary.ts';

/** The condition that holds if the value of a place passes a test; null if that makes no sense for what the samples have there. */
export function writeTest({ operator, values }: Test, place: Place): string | null {
  const nothing = `${place.cel} != null`;
  const isFull = operator === 'exists' ? givenAt(place) : writeValues(operator, values, place);
  if (isFull === null || !(place.isNullable || operator === 'exists')) return isFull;
  return isFull === '' ? nothing : `${nothing} && ${isFull}`;
}

/** An empty text and an empty list are nothing; so may be `{"value": ""}`. */
function givenAt({ cel, kind, values }: Place): string | null {
  if (values.some((value) => isRecord(value) && Object.hasOwn(value, 'value'))) return null;
  if (kind === 'number' || kind === 'truth') return '';
  return kind === 'list' || kind === 'object' ? `size(${cel}) > 0` : `string(${cel}).trim() != ""`;
}

function writeValues(operator: Operator, values: readonly Value[], place: Place): string | null {
  const written = values
    .map((value, at) => writeValue(operator === 'between' ? bounds[at] : operator, place, value))
    .filter((text) => text !== null);
  if (written.length < values.length) return null;
  return operator === 'between' ? written.join(' && ') : `(${written.join(' || ')})`;
}

const bounds: readonly Operator[] = ['at-least', 'at-most'];
const symbols: Readonly<Partial<Record<Operator, string>>> = {
  over: '>',
  under: '<',
  'at-least': '>=',
  'at-most': '<=',
};

function writeValue(operator: Operator = 'is', place: Place, value: Value): string | null {
  const symbol = symbols[operator];
  if (symbol !== undefined) return compare(place, symbol, value);
  // An object is not its name, and `zen:ticket:5158` is the address of a thing in a field that is called like a text.
  if (
    place.kind === 'object' ||
    place.values.some((each) => /^[a-z][\w.+-]*:(?!\/\/)\S+$/i.test(textOf(each)))
  )
    return null;
  const text = value.kind === 'number' ? value.digits : value.text;
  const isSame = operator === 'is' || operator === 'changed';
  if (place.kind === 'list') return isSame || operator === 'contains' ? inList(place, value, text) : null;
  return isSame ? equals(place, value) : holdsPart(operator, place, text);
}

/** Numbers of the deliveries may be texts; those with leading zeros are codes. No currency is certain. */
function compare({ cel, kind, name, values }: Place, symbol: string, value: Value): string | null {
  if (value.kind !== 'number' || value.unit !== null || !['number', 'text', null].includes(kind)) return null;
  if (/version$/i.test(name) || values.some((each) => /^[+0]\d/.test(textOf(each)))) return null;
  return `${kind === 'number' ? cel : `number(${cel})`} ${symbol} ${value.digits}`;
}

const truths: Readonly<Partial<Record<string, boolean>>> = { true: true, yes: true, false: false, no: false };

function equals(place: Place, value: Value): string | null {
  const { cel, kind, values } = place;
  if (value.kind === 'number') {
    const isCode = kind === 'text' && values.some((each) => /\p{L}/u.test(textOf(each)));
    return isCode ? `sameText(${cel}, "${value.digits}")` : compare(place, '==', value);
  }
  const truth = value.isQuoted ? undefined : truths[value.text.toLowerCase()];
  if (kind === 'truth') return truth === undefined ? null : `${cel} == ${truth}`;
  if (kind === 'number') return null;
  if (truth !== undefined && /^(?:true|false)$/i.test(value.text)) return `${truth ? '' : '!'}bool(${cel})`;
  // Words may be spelled otherwise, a code such as A-1 may not.
  const isExact = value.isQuoted || /^(?=.*[^\p{L}_-])\S+$/u.test(value.text);
  const [known = value.text, ...others] = isExact ? [] : spelled(values, value.text);
  const isKnown = value.isQuoted || values.some((each) => squashed(textOf(each)) === squashed(known));
  if (!isKnown && !isCertainText(place, value.text)) return null;
  const isOne = isExact || (isKnown && others.length === 0);
  return isOne ? `sameText(${cel}, ${JSON.stringify(known)})` : sameWords(cel, value.text);
}

/** Some senders write `DE`, others `Germany`. */
const coded = new Set(['country', 'currency', 'language']);

/** "The order is paid" and "the subject is rude" are no comparisons of texts, if they look like it. */
function isCertainText({ name, cel, values, isLoose }: Place, text: string): boolean {
  // Days, times, ranges and sizes are written in many ways.
  if (!/^[\p{L} ]+$/u.test(text)) return !/^\d[\d.,:/-]*\D{0,2}$/.test(text);
  const words = nameWords(name).split(' ');
  const last = words.at(-1) ?? '';
  // "Billing city is shipping city" compares two fields.
  if (nameWords(text).split(' ').at(-1) === last) return false;
  if (coded.has(last))
    return values.length > 0
      ? values.every((value) => textOf(value).length === text.length)
      : last !== 'country' && text.length === 3;
  const isThing = entityNouns.has(last) && (values.length > 0 || cel.startsWith('field('));
  return !isThing && !proseNames.has(last) && !(isLoose && words.join() === 'name');
}

/** Without quotation marks `in progress` is `in_progress` too. */
function sameWords(cel: string, text: string): string {
  const words = text.split(/[ _-]+/).map(escaped);
  return words.length === 1
    ? `sameText(${cel}, ${JSON.stringify(text)})`
    : `${cel}.matches(${JSON.stringify(`(?i)^${words.join(cel === 'event' ? '[ ._/:-]?' : '[ _-]?')}$`)})`;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const squashed = (text: string): string => text.toLowerCase().replace(/[ ._/:-]/g, '');
const textOf = (value: JsonValue): string => (typeof value === 'string' ? value : '');
/** How the samples spell a text. */
const spelled = (values: readonly JsonValue[], text: string): readonly string[] => [
  ...new Set(values.map(textOf).filter((value) => squashed(value) === squashed(text))),
];

const tagNames = /(?:tags|labels|keywords|categories)$/i;
const parts: Readonly<Partial<Record<Operator, readonly [method: string, start: string, end: string]>>> = {
  contains: ['contains', '', ''],
  starts: ['startsWith', '^', ''],
  ends: ['endsWith', '', '$'],
};

function holdsPart(operator: Operator, { cel, kind, name, list }: Place, text: string): string | null {
  const isContained = operator === 'contains';
  // 673 stands in 6735 by chance, and a list contains items.
  const isDoubtful = isContained && (/^\d+$/.test(text) || list !== null);
  if (isDoubtful || kind === 'number' || kind === 'truth') return null;
  // Many senders write tags as one text.
  if (isContained && tagNames.test(name))
    return `${cel}.split(",").exists(t, sameText(t.trim(), ${JSON.stringify(text)}))`;
  const [method, start, end] = parts[operator] ?? [];
  return /^[\x20-\x7e]*$/.test(text)
    ? `${cel}.lowerAscii().${method}(${JSON.stringify(text.toLowerCase())})`
    : `${cel}.matches(${JSON.stringify(`(?i)${start}${escaped(text)}${end}`)})`;
}

/** One item is enough. */
function inList({ cel, values, list, name }: Place, value: Value, text: string): string | null {
  const items = values.flat();
  const kind = kindOf(items);
  if (list !== null || items.length === 0) return null;
  if (kind === 'number') return value.kind === 'number' ? `${text} in ${cel}` : null;
  const areNamed = items.every((item) => isRecord(item) && typeof item['name'] === 'string');
  const item = kind === 'text' ? 'i' : areNamed && tagNames.test(name) ? 'i.name' : null;
  return item && `${cel}.exists(i, sameText(${item}, ${JSON.stringify(text)}))`;
}
