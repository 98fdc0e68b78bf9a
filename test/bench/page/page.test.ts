import { expect, test } from 'vitest';

import { benchmarks } from '#bench/page/catalogue.ts';
import { withSection } from '#bench/page/page.ts';
import { sectionOf } from '#bench/page/section.ts';
import type { Figure } from '#bench/support/figures.ts';

const [first, second] = [benchmarks[0]!, benchmarks[1]!];
const circumstances = { date: '2026-11-22', commit: 'abc1234', machine: '2 cores' };
const figure: Figure = {
  name: '16 at once',
  ours: '9.0/s | p50 1 ms',
  yardstick: '10.0/s',
  ratio: 0.9,
  goal: { atLeast: 0.9 },
};

test('a figure is a row that says whether its goal is reached', () => {
  const section = sectionOf(
    first,
    [
      figure,
      { ...figure, ratio: 0.894 },
      { ...figure, ratio: 1.6, goal: { atMost: 1.5 } },
      { ...figure, ratio: null, yardstick: null, goal: null },
    ],
    circumstances,
  );
  expect(section.split('\n').slice(-5)).toEqual([
    String.raw`| 16 at once | 0.90 | ≥ 0.90, reached | 9.0/s \| p50 1 ms | 10.0/s |`,
    String.raw`| 16 at once | 0.89 | ≥ 0.90, missed | 9.0/s \| p50 1 ms | 10.0/s |`,
    String.raw`| 16 at once | 1.60 | ≤ 1.50, missed | 9.0/s \| p50 1 ms | 10.0/s |`,
    String.raw`| 16 at once | – | – | 9.0/s \| p50 1 ms | – |`,
    '',
  ]);
  expect(section).toContain('Measured on 2026-11-22 at commit abc1234: 2 cores.');
});

test('a benchmark measured again replaces its section and keeps the others in their order', () => {
  const [one, two] = [first, second].map((benchmark) => sectionOf(benchmark, [figure], circumstances));
  const page = withSection(withSection('', second, two!), first, one!);
  expect(page.indexOf(one!)).toBeGreaterThan(0);
  expect(page.indexOf(two!)).toBeGreaterThan(page.indexOf(one!));
  const later = sectionOf(first, [figure], { ...circumstances, commit: 'def5678' });
  expect(withSection(page, first, later)).toBe(page.replace(one!, later));
});
