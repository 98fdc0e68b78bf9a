import { isExactNumber, isList, isRecord } from '#domain/json-value.ts';
import { evaluateText, type Source, textOf, toldValue } from './evaluate-value.ts';
import { labelOf } from './label-of.ts';
import type { Template, Value } from './program.ts';
import { fillTemplate } from './template-parts.ts';

/** A reply: what the delivery lacks of a path is said, of anything else it throws MissingValue. */
export const renderReply = (template: Template, source: Source): string =>
  fillTemplate(template, String, (value) => renderValue(value, source));

function renderValue(value: Value, source: Source): string {
  const told = toldValue(source, value);
  if (told.state === 'unknown') return `[${told.problem}]`;
  const { value: result } = told;
  if (isList(result)) return textOf(result);
  if (isRecord(result) && !isExactNumber(result)) return labelOf(result) ?? textOf(result);
  return evaluateText(source, value);
}
