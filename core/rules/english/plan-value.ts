import { isReservedForSecrets, secretNameIn } from '#domain/named-secret.ts';
import { isRecord, type JsonValue } from '#domain/json-value.ts';
import { writeMember } from '../cel/format.ts';
import { parse } from '../cel/parse.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { findField } from '../document/find-field.ts';

/** What the values of a sentence may be of. */
export interface Scope {
  readonly documents: readonly DeliveryDocument[];
  /** The name of an item, in what is done for each. */
  readonly item: string | null;
  /** The methods of the requests before, and all that was written before. */
  readonly requested: readonly string[];
  readonly earlier: string;
  readonly isAnswer: boolean;
}

/** Where a sentence begins, and no delivery is known. */
export const nowhere: Scope = {
  documents: [],
  item: null,
  requested: [],
  earlier: '',
  isAnswer: false,
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

const isMember = (name: string, { documents }: Scope): boolean =>
  documents.some(({ root }) => isRecord(root) && Object.hasOwn(root, name));

const made = /^(?:id|url|link|key|number|code|state|status)$/i;

/** "Created {{id}}": what the target calls it as likely as what the sender does, unless it stood there before. */
const isOfAnswer = (name: string, { isAnswer, requested, earlier }: Scope): boolean =>
  isAnswer && requested.length > 0 && made.test(name) && !earlier.includes(`{{${name}}}`);

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
  if (item !== null || (requested.length > 0 && /^(?:response|answer|result|request|reply)\b/i.test(name)))
    return null;
  // No step reads the answer of another, and after a GET that is what words may mean.
  if (requested.includes('GET') || isOfAnswer(name, scope)) return null;
  if (name === 'event') return isMember(name, scope) ? null : name;
  const places = new Set(documents.map((document) => placeOf(document, name)));
  const [place] = places;
  return places.size === 1 && typeof place === 'string' ? place : `field(${JSON.stringify(name)})`;
}

/** Null where a field is not at one place that a path names. */
function placeOf({ root, ...document }: DeliveryDocument, name: string): string | null {
  const found = findField({ ...document, root }, name);
  if (found.state !== 'found') return null;
  const steps = found.path.split('.');
  let value: JsonValue | undefined = root;
  for (const step of steps)
    value =
      isRecord(value) && /^[A-Za-z_]\w*$/.test(step) && Object.hasOwn(value, step) ? value[step] : undefined;
  return value === undefined ? null : `body${steps.map(writeMember).join('')}`;
}
