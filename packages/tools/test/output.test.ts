import { expect, test } from 'vitest';
import { assertOutputFits, joinWithinLimit, jsonText } from '#tools/output.ts';

test('a million characters fit, one more does not', () => {
  expect(() => assertOutputFits(1_000_000)).not.toThrow();
  expect(() => assertOutputFits(1_000_001)).toThrow('at most 1000000');
});

test('a join is refused for its separators alone', () => {
  expect(() =>
    joinWithinLimit(
      Array.from({ length: 1001 }, () => ''),
      'x'.repeat(1001),
    ),
  ).toThrow('1001000');
  expect(joinWithinLimit([], ', ')).toBe('');
  expect(joinWithinLimit(['a', 'b'], ', ')).toBe('a, b');
});

test('JSON has two-space indent', () => {
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
});

test('JSON that would be too long is refused before it is written', () => {
  const entries = Array.from({ length: 100_000 }, (_, index) => ({ value: `entry ${index}` }));
  expect(() => jsonText(entries)).toThrow('at most 1000000');
});
