import { isExactNumber, isList, isRecord, type JsonValue, scalarText } from '../../domain/json-value.ts';
import type { Field } from '../condition/condition-tree.ts';
import { describeField } from '../condition/describe-condition.ts';
import { resolveField } from '../condition/resolve-field.ts';
import { bodyFault } from '../document/body-fault.ts';
import type { DeliveryDocument } from '../document/delivery-document.ts';
import type { JsonTemplate, Template } from './program.ts';

/** A value that the delivery does not have, or has twice. It ends planning, not the run. */
export class MissingValue extends Error {
  override readonly name = 'MissingValue';
}

/** Enough for any legitimate request; a few placeholders could copy a long value any number of times. */
const copiedCharsMax = 2_000_000;

/** A delivery that templates are filled from, and how much may still be copied out of it. */
export interface Source {
  readonly document: DeliveryDocument;
  charsLeft: number;
}

export const sourceOf = (document: DeliveryDocument): Source => ({ document, charsLeft: copiedCharsMax });

/** The value of a field; throws {@link MissingValue} with a sentence where there is none. */
function valueOf(source: Source, field: Field): JsonValue {
  const found = resolveField(source.document, field);
  switch (found.state) {
    case 'found':
      source.charsLeft -= textOf(found.value).length;
      if (source.charsLeft < 0)
        throw new MissingValue(`${describeField(field)} is too long to be copied this often`);
      return found.value;
    case 'missing':
      throw new MissingValue(lacks(source.document, field));
    case 'ambiguous':
      throw new MissingValue(`${describeField(field)} is ambiguous: ${found.paths.join(', ')}`);
  }
}

/** Such as `the delivery has no total`, and why where that is known. */
function lacks(document: DeliveryDocument, field: Field): string {
  const fault = field.kind === 'header' ? null : bodyFault(document);
  return `the delivery has no ${describeField(field)}${fault === null ? '' : `, because ${fault}`}`;
}

/** A template as text; lists and objects in it become JSON. */
export function renderText(source: Source, template: Template): string {
  return template.map((part) => (typeof part === 'string' ? part : textOf(valueOf(source, part)))).join('');
}

export const textOf = (value: JsonValue): string => scalarText(value) ?? JSON.stringify(value);

export function renderJson(source: Source, template: JsonTemplate): JsonValue {
  switch (template.kind) {
    case 'text':
      return renderText(source, template.template);
    case 'field':
      return valueOf(source, template.field);
    case 'literal':
      return template.value;
    case 'list':
      return template.items.map((item) => renderJson(source, item));
    case 'object':
      return Object.fromEntries(template.members.map(([name, member]) => [name, renderJson(source, member)]));
  }
}

/** Percent-encoded for one path segment; a value that would change the path itself is refused. */
export function renderSegment(source: Source, template: Template): string {
  const parts = template.map((part) =>
    typeof part === 'string' ? part : escaped(single(valueOf(source, part), part)),
  );
  const segment = parts.join('');
  const isFilled = template.some((part) => typeof part !== 'string');
  if (isFilled && /^(?:\.|%2e){1,2}$/i.test(segment))
    throw new MissingValue(`${JSON.stringify(segment)} cannot be a part of a path`);
  return segment;
}

export const renderQueryValue = (source: Source, template: Template): string =>
  template
    .map((part) => (typeof part === 'string' ? part : escaped(scalar(valueOf(source, part), part))))
    .join('');

/** Percent-encoded. A surrogate without its other half, which has no encoding, becomes U+FFFD. */
export const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

/** A text or a number that is not empty. */
function single(value: JsonValue, field: Field): string {
  const text = scalar(value, field);
  if (text === '' || value === null) throw new MissingValue(`${describeField(field)} is empty`);
  return text;
}

export function scalar(value: JsonValue, field: Field): string {
  if ((isList(value) || isRecord(value)) && !isExactNumber(value))
    throw new MissingValue(`${describeField(field)} is not a single value`);
  return textOf(value);
}
