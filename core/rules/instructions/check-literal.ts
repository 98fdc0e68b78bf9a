import { isList, isRecord, scalarText } from '#domain/json-value.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import { fieldPaths } from '../document/field-paths.ts';
import { type FieldResult, findField } from '../document/find-field.ts';
import { followPath } from '../document/follow-path.ts';
import { nearNames } from '../document/near-names.ts';
import { nameWords, singular } from '../document/name-words.ts';
import { MissingValue, type Source } from './evaluate-value.ts';
import { findValue } from './find-value.ts';
import type { Template } from './program.ts';

/** A word without quotation marks is the text, unless it may be a field; throws MissingValue where it may. */
export function literalWord({ document }: Source, text: string): string {
  checkFilledIn(text);
  // Each part of it as well: `total/100` is an expression.
  const parts = [text, ...text.split(/[^\w.]+/)].filter((part) => /[a-z]/i.test(part));
  if (parts.every((part) => findField(document, part).state === 'missing')) return text;
  throw new MissingValue(`"${text}" may be that text or the field; write "${text}" or {{${text}}}`);
}

/** Placeholders as others write them: `{name}`, `<name>`, `[name]`, `$name`, `${name}`, `%name%`, `##name##`, `<%= name %>`. */
const foreign =
  /\$\{?([A-Za-z_][\w.]*)|##\s*([A-Za-z_][\w.]*)\s*##|(?:<%=?|[<[{%])\s*([A-Za-z_][\w. ]*?)\s*%?[>\]}%]/g;
/** Of these, the ones that mean nothing else: also where only a name near to theirs is a field. */
const isTemplate = /^(?:\$\{|\{|##|<%)/;
/** A text that is nothing but a path or a handle: `$.order.id`, `order.id`, `@id`. */
const path = /^(?:\$\.|@)?([A-Za-z_]\w*(?:\.\w+|\[\d*\])*)$/;
/** "the total", "total in dollars": the wording of a field. */
const wording = /^(?:the (.+?)|(.+?))( in (?:dollars|euros|cents|pounds|usd|eur|gbp))?$/i;
const wordingCharsMax = 60;

/** A literal text, unless it says a field of the delivery in a way that is not ours; throws MissingValue where it does. */
export function literalText({ document }: Source, text: string): string {
  checkFilledIn(text);
  const name = placeholdersIn(document, text) ?? wordingIn(document, text) ?? pathIn(document, text);
  if (name === null) return text;
  throw new MissingValue(`"${text}" may mean the field ${name}; write {{${name}}}`);
}

function placeholdersIn(document: DeliveryDocument, text: string): string | null {
  for (const [said, ...names] of text.matchAll(foreign)) {
    const name = names.find((each) => each !== undefined && each !== '') ?? '';
    if (name === '') continue;
    if (findField(document, name).state !== 'missing') return name;
    const [near] = isTemplate.test(said) ? nearNames(document, name) : [];
    if (near !== undefined) return near;
  }
  return null;
}

function wordingIn(document: DeliveryDocument, text: string): string | null {
  const said = text.length > wordingCharsMax ? null : wording.exec(text.trim());
  if (said?.[1] === undefined && said?.[3] === undefined) return null;
  const name = said[1] ?? said[2] ?? '';
  return name !== '' && findField(document, name).state !== 'missing' ? name : null;
}

/** `order.id` names a field also where nothing is called "order"; `invoice.paid` may be what stands in the delivery. */
function pathIn(document: DeliveryDocument, text: string): string | null {
  const name = text.length > wordingCharsMax ? undefined : path.exec(text.trim())?.[1];
  if (name === undefined) return null;
  const isBare = name === text.trim();
  if (isBare && !/[.[]/.test(name)) return null;
  const last = name.replace(/^[^.[]*[.[]/, '');
  const isField = findField(document, name).state !== 'missing' || isMember(document, last);
  return isField && !(isBare && isValue(document, name)) ? name : null;
}

const isMember = (document: DeliveryDocument, name: string): boolean =>
  fieldPaths(document).some(({ path: each }) => each === name || each.endsWith(`.${name}`));

const isValue = (document: DeliveryDocument, text: string): boolean =>
  fieldPaths(document).some(({ path: each }) => scalarText(followPath(document.root, each) ?? null) === text);

/** `YOUR_API_KEY` was never filled in. */
function checkFilledIn(text: string): void {
  const [name] = /\b(?:YOUR|MY|INSERT|REPLACE)[_-][A-Z]\w*/.exec(text) ?? [];
  if (name !== undefined) throw new MissingValue(`"${name}" has to be filled in first`);
}

/** Which literal parts of a URL may be a field that was meant to fill them. */
export const fieldLike = {
  /** `/orders/id`, and `/orders/OrderRef` where senders write names so. */
  segment: (document: DeliveryDocument, text: string): boolean =>
    /^(?:\w+_)?(?:id|number|key)$/i.test(text)
      ? findField(document, text).state !== 'missing'
      : /^(?=.*[A-Z])[A-Za-z]\w*$/.test(text) && isSingle(findField(document, text)),
  /** `?q=order.id`. */
  query: (document: DeliveryDocument, text: string): boolean =>
    /^[a-z]\w*(?:\.\w+)*$/i.test(text) && findField(document, text).state !== 'missing',
} as const;

const isSingle = (found: FieldResult): boolean =>
  found.state === 'found' && !isRecord(found.value) && !isList(found.value);

/** Of `/customers/{{id}}` the customer's id is meant, where the delivery has it; throws MissingValue where it is another. */
export function checkWhose(source: Source, before: Template | undefined, segment: Template): void {
  const [thing, value] = [before?.[0], segment[0]];
  if (typeof thing !== 'string' || value === undefined || typeof value === 'string' || 'secret' in value)
    return;
  if (source.scope !== null || value.field.kind !== 'field' || !/^id$/i.test(value.field.words)) return;
  const own = findValue(source.document, { kind: 'field', words: `${singular(nameWords(thing))} id` });
  const plain = findValue(source.document, value.field);
  if (own.state === 'found' && plain.state === 'found' && own.value !== plain.value)
    throw new MissingValue(`"/${thing}/{{id}}" may mean ${own.path} or ${plain.path}`);
}

/** A part of a URL that is literal, but reads as a field that the delivery has; throws MissingValue. */
export function checkLiteralPart(
  { document }: Source,
  template: Template,
  isField: (document: DeliveryDocument, text: string) => boolean,
): void {
  const [text, ...others] = template;
  if (typeof text === 'string' && others.length === 0 && isField(document, text))
    throw new MissingValue(`"${text}" may be that text or the field; write {{${text}}} for the field`);
}
