import { expect, it } from 'vitest';
import { markClaims } from '#tools/skills/mark-claims.ts';

const topic = '5 ways to save 20% on https://example.com, by “Ada” in 2026';

it.each([
  ['5 ways to save 20%.', '5 ways to save 20%.'],
  ['About 73% of teams.', 'About 73% [check this] of teams.'],
  ['It costs $1,200 now.', 'It costs $1,200 [check this] now.'],
  ['In 2026 and in 20.', 'In 2026 and in 20.'],
  ['Since 202.', 'Since 202 [check this].'],
  ['See https://example.com.', 'See https://example.com.'],
  ['See https://evil.example/x.', 'See https://evil.example/x [check this].'],
  ['“Ada” said so.', '“Ada” said so.'],
  ['“Nobody needs it,” he said.', '“Nobody needs it,” [check this] he said.'],
  ['1. First\n2. Second', '1. First\n2. Second'],
  ['A word like utf8 or B2B stays.', 'A word like utf8 or B2B stays.'],
  ['No claims at all.', 'No claims at all.'],
])('marks what the topic does not hold in %j', (text, marked) => {
  expect(markClaims(text, topic)).toBe(marked);
  expect(markClaims(marked, topic)).toBe(marked);
});
