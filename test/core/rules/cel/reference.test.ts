import fc from 'fast-check';
import { expect, test } from 'vitest';

import { stepsFor } from '#rules/cel/budget.ts';
import { evaluateCondition, formatCondition } from '#rules/condition.ts';
import { commonExpression, hostileBody, reference } from './random.ts';
import { compiled, delivery } from './support.ts';

test('no random expression decides a hostile delivery where another evaluator errs or disagrees', () => {
  let decided = 0;
  fc.assert(
    fc.property(commonExpression, hostileBody, (expression, body) => {
      const input = delivery(body);
      const { value, steps, evidence } = evaluateCondition(compiled(expression), input);
      expect(steps).toBeLessThanOrEqual(stepsFor(input.document.body.byteLength) + 1);
      expect(evidence).not.toBe('');
      if (value === null) return;
      decided += 1;
      expect([expression, value]).toEqual([expression, reference(expression, body)]);
    }),
    { numRuns: 1_500 },
  );
  expect(decided).toBeGreaterThan(100);
});

test('an expression in its one spelling is the same expression', () => {
  fc.assert(
    fc.property(commonExpression, (expression) => {
      const spelled = formatCondition(compiled(expression));
      expect(formatCondition(compiled(spelled))).toBe(spelled);
      expect(compiled(spelled).expression).toEqual(compiled(expression).expression);
    }),
    { numRuns: 500 },
  );
});
