import Big from 'big.js';
import { z } from 'zod';
import { choiceParam, integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';

const number = z.number().min(-1e15).max(1e15);

const percentages = {
  of: (value: Big, other: Big) => value.times(other).div(100),
  share: (value: Big, other: Big) => value.times(100).div(other),
  change: (value: Big, other: Big) => other.minus(value).times(100).div(value.abs()),
  add: (value: Big, other: Big) => other.plus(other.times(value).div(100)),
  subtract: (value: Big, other: Big) => other.minus(other.times(value).div(100)),
} as const;

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'percentage',
    summary: 'Computes percentages without rounding errors.',
    params: z.object({
      value: number.describe('The first number: percent, part or old value.'),
      other: number.describe('The second number: whole or new value.'),
      kind: choiceParam(
        'of: value % of other; share: value is how many % of other; change: from value to other in %; add, subtract: other plus or minus value %.',
        ['of', 'share', 'change', 'add', 'subtract'],
        'of',
      ),
      decimals: integerParam('Most decimals of the result.', 0, 20, 10),
    }),
    example: { params: { value: 19, other: 49.99, kind: 'add' }, result: '59.4881' },
    run: ({ value, other, kind, decimals }) => {
      const divisor = kind === 'share' ? other : kind === 'change' ? value : 1;
      if (divisor === 0) throw invalid(`${kind === 'share' ? 'other' : 'value'} must not be 0.`);
      return percentages[kind](new Big(value), new Big(other)).round(decimals).toFixed();
    },
  }),
];
