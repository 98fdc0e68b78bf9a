import { isDecimal } from './decimal.ts';
import { isDate, isWrittenDate } from './instant.ts';
import type { OperatorPhrase } from './operator-phrases.ts';

/** "1.000" is a thousand or one. */
const isUnclear = (value: string): boolean => /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(value);

/** Numbers for the numeric operators, dates for the temporal ones. */
export function areFit(values: readonly string[], op: OperatorPhrase['op']): boolean {
  if (['gt', 'gte', 'lt', 'lte', 'between'].includes(op))
    return (
      values.every((value) => isDecimal(value) && !isUnclear(value)) ||
      (op !== 'gt' && op !== 'lt' && values.every(isWrittenDate))
    );
  return op === 'before' || op === 'after' ? values.every(isDate) : true;
}
