import { readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createFindings } from '../audit/findings.ts';
import { defaultOptions } from '../plan/options.ts';
import { verdictOf } from '../verdict.ts';
import { reportOf, withReport } from './report.ts';

const where = { date: '2026-01-02', commit: 'abc1234', machine: '2 cores' };
const recovery = { struckAtMs: 0, overAtMs: 0, skipped: null };
const recoveries = [
  { ...recovery, name: 'kill-api', tookMs: 1_200 },
  { ...recovery, name: 'kill-api', tookMs: 3_400 },
  { ...recovery, name: 'full-disk', tookMs: null, skipped: 'no disk | here' },
];

function played(seed: number) {
  const { findings, found } = createFindings();
  found('ghost', 'refused and done', 'kill-redis');
  const seen = { attempts: [], effects: [], records: [], slots: [], bills: [], faults: [] };
  const verdict = verdictOf({ findings, recoveries, seen });
  const options = { ...defaultOptions, seed };
  return reportOf({ options, storm: { ...verdict, recoveries }, minutes: 31.4 }, where);
}

test('a report says what was lost, twice, unknown, held, billed and how long a recovery took', () => {
  const report = played(1);
  for (const row of [
    '| lost: taken, and not done as it should be | 0 |',
    '| twice: done or recorded more than once | 0 |',
    '| slots: not eight at once, or a ninth | 0 |',
    '| usage: not what the records say | 0 |',
    '| ghosts: refused, and done all the same | 1 (kill-redis 1) |',
    '| unknown effect, by our faults | 0 |',
    '| slowest recovery | 3.4 s (kill-api) |',
    '| verdict | good |',
    '| kill-api | 2 | 3.4 s |',
    String.raw`| full-disk | 1 | left out: no disk \| here |`,
  ])
    expect(report.split('\n')).toContain(row);
  expect(report).toContain('It took 31 minutes on 2026-01-02 at commit abc1234: 2 cores.');
});

test('a report takes the place of the one before, and leaves the rest of the page', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/storm.md'), 'utf8');
  const first = withReport(page, played(1));
  const second = withReport(first, played(2));
  expect(second).toBe(first.replace('seed 1, 10,000', 'seed 2, 10,000'));
  expect(second.indexOf('seed 2, 10,000')).toBeLessThan(second.indexOf('\n## Floods'));
  const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('#'));
  expect(headings(second).filter((one) => one !== '## The last storm of full size')).toEqual(
    headings(page).filter((one) => one !== '## The last storm of full size'),
  );
});
