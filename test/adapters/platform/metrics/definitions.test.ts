import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createMetrics } from '#platform/metrics/create-metrics.ts';
import { type Definition, definitions } from '#platform/metrics/definitions.ts';
import { renderMetrics } from '#test/support/render-metrics.ts';
import { root } from '#test/support/root.ts';

const page = path.join(root, 'docs/metrics.md');
const mark =
  '<!-- Below this line the page is made from adapters/platform/metrics/definitions.ts: npx vitest run test/adapters/platform/metrics -u -->';
const all: readonly Definition[] = Object.values(definitions);

test('docs/metrics.md tells every metric as it is defined, and nothing else', async () => {
  const [written = ''] = (await readFile(page, 'utf8')).split(mark);
  await expect(`${written}${mark}\n\n${renderMetrics(definitions)}\n`).toMatchFileSnapshot(page);
});

test.each(all)('$name is named as Prometheus names things', ({ kind, name }) => {
  expect(name).toMatch(/^reveille_[a-z]+(_[a-z]+)*$/);
  expect(name.endsWith('_total')).toBe(kind === 'counter');
  if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
  expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|kilobytes|percent)(_|$)/);
});

test('no two metrics have one name', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test.each(['api', 'worker'] as const)(
  'the %s serves what is defined for it, and that of Node',
  async (process) => {
    const { registry } = createMetrics(process);
    const served = registry.getMetricsAsArray().map(({ name }) => name);
    const ours = all.filter(({ servedBy }) => servedBy.includes(process)).map(({ name }) => name);
    expect(served.filter((name) => name.startsWith('reveille_')).toSorted()).toEqual(ours.toSorted());
    expect(served).toContain('nodejs_eventloop_lag_p99_seconds');
  },
);

test('a gauge that nothing measured is absent', async () => {
  const { registry, redisMemoryUsed } = createMetrics('api');
  const served = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.includes('memory_used'));
  expect((await served()).filter((line) => !line.startsWith('#'))).toEqual([]);
  redisMemoryUsed.set(5);
  expect(await served()).toContain('reveille_redis_memory_used_bytes 5');
});

test('the counters of workflows are defined', async () => {
  const source = await readFile(path.join(root, 'workflows/report-lost.ts'), 'utf8');
  expect(source).toContain(`createCounter('${definitions.runsWithoutRecord.name}')`);
});
