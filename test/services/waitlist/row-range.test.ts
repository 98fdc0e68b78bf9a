import { expect, it } from 'vitest';
import { rowRange } from '#waitlist/row-range.ts';

it.each([
  ['Waitlist', 2, 'Waitlist!A2:C2'],
  ['early_access', 12, 'early_access!A12:C12'],
  ['Früh', 2, 'Früh!A2:C2'],
  ['Early Access', 12, "'Early Access'!A12:C12"],
  ["Ada's list", 3, "'Ada''s list'!A3:C3"],
  ['beta-2', 3, "'beta-2'!A3:C3"],
  ['Q4', 3, "'Q4'!A3:C3"],
  ['R1C1', 3, "'R1C1'!A3:C3"],
  ['rc', 3, "'rc'!A3:C3"],
  ['Q4plan', 3, 'Q4plan!A3:C3'],
])('writes %s, row %i as %s', (title, row, range) => {
  expect(rowRange(title, row)).toBe(range);
});
