import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import which from 'which';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';

import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { metricNames } from './metric-names.ts';

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

const file = path.resolve(import.meta.dirname, '../../deploy/grafana/reveille.json');
const { panels } = JSON.parse(await readFile(file, 'utf8')) as { panels: readonly Panel[] };
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
const promtool = await which('promtool', { nothrow: true });

test.each(queries)('$title asks for metrics that there are: $expr', ({ expr }) => {
  expect(metricNames.namesIn(expr)).not.toEqual([]);
  expect(metricNames.unknownIn(expr)).toEqual([]);
});

test('every metric of ours is on the dashboard', () => {
  const shown = new Set(queries.flatMap(({ expr }) => metricNames.namesIn(expr)));
  const families = new Set([...shown].map((name) => name.replace(/_(bucket|count|sum)$/, '')));
  const missing = metricNames.ours.map((name) => name.replace(/_(bucket|count|sum)$/, ''));
  expect(missing.filter((name) => !families.has(name))).toEqual([]);
});

test.skipIf(promtool === null)('Prometheus can read every query', async () => {
  const folder = await temporaryFolder('reveille-dashboard-');
  const rules = queries.map(({ expr }, index) => ({
    record: `query:${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  const rulesFile = path.join(folder, 'queries.yaml');
  await writeFile(rulesFile, stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { stdout } = await promisify(execFile)(promtool!, ['check', 'rules', rulesFile]);
  expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
});

test('no two panels have one id or one place', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(panels.length);
});
