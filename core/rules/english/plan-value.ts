import { isReservedForSecrets, secretNameIn } from '#domain/named-secret.ts';
import { isExactNumber, isRecord, type JsonValue } from '#domain/json-value.ts';
import { writeMember } from '../cel/format.ts';
import { parse } from '../cel/parse.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findField } from '../document/find-field.ts';
import { nameKey, nameWords } from '../document/name-words.ts';
import { emptyNouns } from '../document/name-vocabulary.ts';

/** What the values of a sentence may be of. */
export interface Scope {
  readonly documents: readonly DeliveryDocument[];
  /** The name of an item, in what is done for each. */
  readonly item: string | null;
  /** The methods of the requests before, and all that was written before. */
  readonly requested: readonly string[];
  readonly earlier: string;
  readonly isAnswer: boolean;
  /** Whether a list or an object may be meant by words; else one that is to be sent whole is written as a path. */
  readonly mayBeList: boolean;
}

/** Where a sentence begins, and no delivery is known. */
export const nowhere: Scope = {
  documents: [],
  item: null,
  requested: [],
  earlier: '',
  isAnswer: false,
  mayBeList: false,
};

const path = /^[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*|\[\d*\])*$/;
const words = /^\p{L}[\p{L}\p{N}_-]*(?: [\p{L}\p{N}_-]+)+$/u;
/** Texts without members: what stands behind a point is of the body. */
const plainVariable = /^(?:text|event|sender|reference|receivedAt)$/;

export const isPath = (text: string): boolean => path.test(text);
export const isVariable = (name: string): boolean =>
  plainVariable.test(name) || /^(?:body|headers)$/.test(name);

/** The CEL of what stands between braces. */
export function celOfBraces(between: string, scope: Scope): string | null {
  const text = between.trim();
  if (isReservedForSecrets(text)) return secretNameIn(text) === null || scope.isAnswer ? null : text;
  if (plainVariable.test(text)) return isMember(text, scope) ? null : text;
  const [root = ''] = /^[\w$]+/.exec(text) ?? [];
  if (isPath(text) && root !== 'body' && root !== 'headers' && root !== scope.item)
    return isUncertainName(text, scope) ? null : celOfPath(text);
  if (words.test(text)) return celOfWords(text, scope);
  return 'fault' in parse(text) ? null : text;
}

/** A name alone may be of the item, or of what a request before made. */
const isUncertainName = (name: string, scope: Scope): boolean =>
  /^[\w$-]+$/.test(name) && (scope.item !== null || isOfAnswer(name, scope));

/** Whether a sample has a member of that name at its top. */
export const isMember = (name: string, { documents }: Scope): boolean =>
  documents.some(({ root }) => isRecord(root) && Object.hasOwn(root, name));

const made = /^(?:id|url|link|key|number|code|state|status)$/i;

/** "Created {{id}}": what the target calls it as likely as what the sender does, unless it stood there before. */
const isOfAnswer = (name: string, { requested, earlier }: Scope): boolean =>
  requested.length > 0 && made.test(name) && !earlier.includes(`{{${name}}}`);

/** `items[0].sku` → `body.items[0].sku`; `items[].sku` → the list of all of them. */
export function celOfPath(text: string): string | null {
  const [list = '', ofItem, more] = text.split('[]');
  const steps = (part: string): string =>
    part.replace(/\.?([A-Za-z_$][\w$-]*)/g, (_, name: string) => writeMember(name));
  if (more !== undefined) return null;
  const of = `body${steps(list)}`;
  return ofItem === undefined || ofItem === '' ? of : `${of}.map(i, i${steps(ofItem)})`;
}

/** A field in words: the place where all samples have it, else what the delivery calls so. */
export function celOfWords(name: string, scope: Scope): string | null {
  const { documents, item, requested } = scope;
  const words = nameWords(name).split(' ');
  if (
    item !== null ||
    (requested.length > 0 && /^(?:response|answer|result|request|reply)$/.test(words[0] ?? ''))
  )
    return null;
  // No step reads the answer of another, and after a GET that is what words may mean.
  if (requested.includes('GET') || isOfAnswer(name, scope)) return null;
  if (words[0] === 'event') return words.length > 1 || isMember(name, scope) ? null : 'event';
  const places = documents.map((document) => placeOf(document, name, scope));
  // A customer's name may be what a field called "customer" holds, or not.
  const isLoose = words.length > 1 && (words.at(-1) === 'number' || emptyNouns.has(words.at(-1) ?? ''));
  const [place] = places;
  if (places.includes(null) || (isLoose && places.every((each) => each === undefined))) return null;
  return place !== undefined && new Set(places).size === 1 ? place : `field(${JSON.stringify(name)})`;
}

/** The path of a field in a sample; undefined where no path names it, null where it is called otherwise or is no single value. */
function placeOf(
  document: DeliveryDocument,
  name: string,
  { mayBeList, isAnswer }: Scope,
): string | null | undefined {
  const found = findField(document, name);
  if (found.state !== 'found') return undefined;
  const steps = found.path.split('.');
  const isCalledSo = steps.some((_, at) => nameKey(steps.slice(at).join(' ')) === nameKey(name));
  if (
    !isCalledSo ||
    (typeof found.value === 'object' && !isExactNumber(found.value) && !mayBeList && !isAnswer)
  )
    return null;
  let value: JsonValue | undefined = document.root;
  for (const step of steps)
    value =
      isRecord(value) && /^[A-Za-z_]\w*$/.test(step) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value === undefined ? undefined : `body${steps.map(writeMember).join('')}`;
}
