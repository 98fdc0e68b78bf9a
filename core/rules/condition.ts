import type { Condition } from './cel/condition.ts';
import { formatExpression } from './cel/format.ts';
import * as paths from './cel/paths.ts';
import * as rows from './cel/rows.ts';

export {
  type Compiled,
  compileCondition,
  type Condition,
  conditionDialect,
  type ConditionVerdict,
  evaluateCondition,
  unguardedMissing,
} from './cel/condition.ts';
export type { Answers, ConditionInput } from './cel/evaluation.ts';
export { type Fault } from './cel/fault.ts';
export { type ReadPath } from './cel/paths.ts';
export { conditionOfRows, type Join, type Row, type RowOperator } from './cel/rows.ts';

/** A condition in one spelling, to be shown and compared. */
export const formatCondition = ({ expression }: Condition): string => formatExpression(expression);

/** The paths that a condition reads, and which of them a guard covers. */
export const pathsOf = ({ expression }: Condition): readonly paths.ReadPath[] => paths.pathsOf(expression);

/** Whether a condition may be evaluated at the door: it compares members and asks for them, and no more. */
export const isDoorCondition = ({ expression }: Condition): boolean => paths.isDoorExpression(expression);

/** A condition as the rows of a field picker; null where it is more than that. */
export const rowsOf = ({ expression }: Condition): ReturnType<typeof rows.rowsOf> => rows.rowsOf(expression);
