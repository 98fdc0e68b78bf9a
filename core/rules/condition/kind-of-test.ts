import type { Test } from './condition-tree.ts';
import { isWrittenDate } from './instant.ts';

const isBound = ({ op }: Test): boolean => ['gt', 'gte', 'lt', 'lte'].includes(op);

/** "At least 2026-03-01" is about dates. */
export const isDateTest = (test: Test): boolean =>
  test.op === 'before' || test.op === 'after' || (isBound(test) && test.values.every(isWrittenDate));
export const isNumberTest = (test: Test): boolean => isBound(test) && !isDateTest(test);
