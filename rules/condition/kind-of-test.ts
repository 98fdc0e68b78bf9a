import type { Test } from './condition-tree.ts';

export const isNumberTest = ({ op }: Test): boolean => ['gt', 'gte', 'lt', 'lte'].includes(op);
export const isDateTest = ({ op }: Test): boolean => op === 'before' || op === 'after';
