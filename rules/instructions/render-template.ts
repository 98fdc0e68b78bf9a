import { isExactNumber, isRecord, type JsonValue } from '../../domain/json-value.ts';
import { findField } from '../document/find-field.ts';
import {
  describeValue,
  evaluateText,
  evaluateValue,
  label,
  MissingValue,
  type Source,
} from './evaluate-value.ts';
import { areLabels } from './label-of.ts';
import type { JsonTemplate, Template, Value } from './program.ts';

/** A template as text; throws MissingValue where a value is no text. */
export const renderText = (source: Source, template: Template): string =>
  template
    .map((part) => (typeof part === 'string' ? literalText(source, part) : evaluateText(source, part)))
    .join('');

export function renderJson(source: Source, template: JsonTemplate): JsonValue {
  switch (template.kind) {
    case 'text':
      return renderText(source, template.template);
    case 'value':
      return template.isAsIs ? evaluateValue(source, template.value) : named(source, template.value);
    case 'word':
      return literalWord(source, template.text);
    case 'literal':
      return template.value;
    case 'list':
      return template.items.map((item) => renderJson(source, item));
    case 'object':
      return Object.fromEntries(template.members.map(([name, member]) => [name, renderJson(source, member)]));
  }
}

/** A field that was named in words: a thing such as a status by what it is called. */
function named(source: Source, value: Value): JsonValue {
  const result = evaluateValue(source, value);
  if (areLabels(result))
    throw new MissingValue(`${describeValue(value)} is a list of objects, of which the names may be meant`);
  return isRecord(result) && !isExactNumber(result) ? label(result, value) : result;
}

/** A word without quotation marks is the text, unless it may be a field; throws MissingValue where it may. */
export function literalWord({ document }: Source, text: string): string {
  // Each part of it as well: `total/100` is an expression.
  const parts = [text, ...text.split(/[^\w.]+/)].filter((part) => /[a-z]/i.test(part));
  if (parts.every((part) => findField(document, part).state === 'missing')) return text;
  throw new MissingValue(`"${text}" may be that text or the field; write "${text}" or {{${text}}}`);
}

/** Placeholders as others write them: `{name}`, `<name>`, `[name]`, `$name`, `${name}`, `%name%`. */
const foreign = /\$\{?([A-Za-z_][\w.]*)|[<[{%]\s*([A-Za-z_][\w. ]*?)\s*[>\]}%]/g;
/** "the total", "total in dollars": the wording of a field. */
const wording = /^(?:the (.+?)|(.+?))( in (?:dollars|euros|cents|pounds|usd|eur|gbp))?$/i;
const wordingCharsMax = 60;

/** A literal text, unless it says a field of the delivery in a way that is not ours; throws MissingValue where it does. */
function literalText({ document }: Source, text: string): string {
  const names = [...text.matchAll(foreign)].map(([, bare, enclosed]) => bare ?? enclosed ?? '');
  const said = text.length > wordingCharsMax ? null : wording.exec(text.trim());
  if (said?.[1] !== undefined || said?.[3] !== undefined) names.push(said[1] ?? said[2] ?? '');
  const name = names.find((each) => each !== '' && findField(document, each).state !== 'missing');
  if (name === undefined) return text;
  throw new MissingValue(`"${text}" may mean the field ${name}; write {{${name}}}`);
}

/** A part of a URL that is literal, but reads as the field of that name that the delivery has: `/orders/id`, `?q=order.id`. */
function checkLiteral({ document }: Source, template: Template, isFieldLike: RegExp): void {
  const [text, ...others] = template;
  if (typeof text !== 'string' || others.length > 0 || !isFieldLike.test(text)) return;
  if (findField(document, text).state !== 'missing')
    throw new MissingValue(`"${text}" may be that text or the field; write {{${text}}} for the field`);
}

/** Percent-encoded for one path segment; a value that would change the path itself is refused. */
export function renderSegment(source: Source, template: Template): string {
  checkLiteral(source, template, /^(?:\w+_)?(?:id|number|key)$/i);
  const segment = template.map((part) => (typeof part === 'string' ? part : single(source, part))).join('');
  const isFilled = template.some((part) => typeof part !== 'string');
  if (isFilled && /^(?:\.|%2e){1,2}$/i.test(segment))
    throw new MissingValue(`${JSON.stringify(segment)} cannot be a part of a path`);
  return segment;
}

export function renderQueryValue(source: Source, template: Template): string {
  checkLiteral(source, template, /^[a-z]\w*(?:\.\w+)*$/i);
  return template.map((part) => (typeof part === 'string' ? part : single(source, part))).join('');
}

/** Percent-encoded. A surrogate without its other half, which has no encoding, becomes U+FFFD. */
export const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A text or a number that is not empty, percent-encoded. */
function single(source: Source, value: Value): string {
  const text = evaluateText(source, value);
  if (text === '') throw new MissingValue(`${describeValue(value)} is empty`);
  return escaped(text);
}
