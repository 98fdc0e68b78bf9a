import { isExactNumber, isList, isRecord } from '../../domain/json-value.ts';
import { checkTold, evaluateText, evaluateValue, type Source, textOf, tryValue } from './evaluate-value.ts';
import { labelOf } from './label-of.ts';
import type { Template, Value } from './program.ts';
import { fillTemplate } from './template-parts.ts';

/** A reply: what the delivery lacks of a path is said, of anything else it throws MissingValue. */
export const renderReply = (template: Template, source: Source): string =>
  fillTemplate(template, String, (value) => renderValue(value, source));

function renderValue(value: Value, source: Source): string {
  checkTold(source.document, value);
  const told = tryValue(source.document, value);
  if ('problem' in told) return `[${told.problem}]`;
  const result = evaluateValue(source, value);
  if (isList(result)) return textOf(result);
  if (isRecord(result) && !isExactNumber(result)) return labelOf(result) ?? textOf(result);
  return evaluateText(source, value);
}
