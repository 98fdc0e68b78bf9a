import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import which from 'which';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { metricNames } from './metric-names.ts';

const folder = path.resolve(import.meta.dirname, '../../deploy/kubernetes/scaling');
const promtool = await which('promtool', { nothrow: true });

const Scaler = z.object({
  spec: z.object({
    triggers: z.tuple([z.object({ metadata: z.object({ query: z.string(), threshold: z.string() }) })]),
  }),
});

async function readTrigger(name: string) {
  const text = await readFile(path.join(folder, `${name}.yaml`), 'utf8');
  return Scaler.parse(parse(text)).spec.triggers[0].metadata;
}

/** The answer of Prometheus to a query, once it has scraped these series each minute. */
async function promtoolTest(query: string, series: Readonly<Record<string, string>>, value: number) {
  const file = path.join(await temporaryFolder('reveille-scaling-'), 'test.yaml');
  const test = {
    interval: '1m',
    input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
    promql_expr_test: [{ expr: query, eval_time: '10m', exp_samples: [{ labels: '{}', value }] }],
  };
  await writeFile(file, stringify({ evaluation_interval: '1m', tests: [test] }));
  const done = await promisify(execFile)(promtool!, ['test', 'rules', file]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return done.stdout + done.stderr;
}

describe.each([
  ['worker-runs', 'temporal_workflow_task_schedule_to_start_latency_bucket', 'runs'],
  ['worker-compute', 'temporal_activity_schedule_to_start_latency_bucket', 'compute'],
])('the scaler of %s', (name, metric, queue) => {
  const waited = (taskQueue: string, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(values).map(([le, counts]) => [
        `${metric}{task_queue="${taskQueue}",le="${le}"}`,
        counts,
      ]),
    );

  it('asks for a metric that workers serve', async () => {
    const { query } = await readTrigger(name);
    expect(metricNames.namesIn(query)).toEqual([metric]);
    expect(metricNames.unknownIn(query)).toEqual([]);
  });

  it.skipIf(promtool === null)('reads how long nearly all work waits, above its threshold', async () => {
    const { query, threshold } = await readTrigger(name);
    // All work of the queue waits between one second and five, that of another queue for no time.
    const series = {
      ...waited(queue, { 1000: '0x20', 5000: '0+60x20', '+Inf': '0+60x20' }),
      ...waited('another', { 1000: '0+6000x20', 5000: '0+6000x20', '+Inf': '0+6000x20' }),
    };
    expect(await promtoolTest(query, series, 4_800)).toContain('SUCCESS');
    expect(4_800).toBeGreaterThan(Number(threshold));
  });

  it.skipIf(promtool === null)('reads 0 where nothing waits, nothing was done, or nobody tells', async () => {
    const { query } = await readTrigger(name);
    const idle = waited(queue, { 1000: '7x20', 5000: '7x20', '+Inf': '7x20' });
    for (const series of [idle, {}, waited('another', { 1000: '0+9x20', '+Inf': '0+9x20' })])
      expect(await promtoolTest(query, series, 0)).toContain('SUCCESS');
  });
});
