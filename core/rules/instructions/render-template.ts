import { isExactNumber, isRecord, type JsonValue } from '#domain/json-value.ts';
import { checkLiteralPart, fieldLike, literalText, literalWord } from './check-literal.ts';
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
import { fillTemplate } from './template-parts.ts';

/** A template as text; throws MissingValue where a value is no text. */
export const renderText = (source: Source, template: Template): string =>
  renderParts(source, template, (text) => text);

/** The same with every part but the places of secrets encoded. */
export const renderParts = (source: Source, template: Template, encode: (text: string) => string): string =>
  fillTemplate(
    template,
    (text) => encode(literalText(source, text)),
    (value) => encode(evaluateText(source, value)),
  );

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

/** Percent-encoded for one path segment; a value that would change the path itself is refused. */
export function renderSegment(source: Source, template: Template): string {
  checkLiteralPart(source, template, fieldLike.segment);
  const segment = renderUrlPart(source, template);
  const isFilled = template.some((part) => typeof part !== 'string');
  if (isFilled && /^(?:\.|%2e){1,2}$/i.test(segment))
    throw new MissingValue(`${JSON.stringify(segment)} cannot be a part of a path`);
  return segment;
}

export function renderQueryValue(source: Source, template: Template): string {
  checkLiteralPart(source, template, fieldLike.query);
  return renderUrlPart(source, template);
}

const renderUrlPart = (source: Source, template: Template): string =>
  fillTemplate(template, String, (value) => single(source, value));

/** Percent-encoded. A surrogate without its other half, which has no encoding, becomes U+FFFD. */
export const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A text or a number that is not empty, percent-encoded. */
function single(source: Source, value: Value): string {
  const text = evaluateText(source, value);
  if (text === '') throw new MissingValue(`${describeValue(value)} is empty`);
  return escaped(text);
}
