import type { Condition } from './cel/condition.ts';
import { formatExpression } from './cel/format.ts';

export {
  type Compiled,
  compileCondition,
  type Condition,
  conditionDialect,
  evaluateCondition,
  unguardedMissing,
} from './cel/condition.ts';
export type { Answers, ConditionInput } from './cel/evaluation.ts';
/** A condition as the rows of a field picker, and back. */
export { rowsOf } from './cel/rows.ts';
export { conditionOfRows, type Join, type Row, type RowOperator, type Scalar } from './cel/write-rows.ts';

/** A condition in one spelling, to be shown and compared. */
export const formatCondition = ({ expression }: Condition): string => formatExpression(expression);
