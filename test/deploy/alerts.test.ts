import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import which from 'which';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';

import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { metricNames } from './metric-names.ts';

const folder = path.resolve(import.meta.dirname, '../../deploy/prometheus');
const rulesFile = path.join(folder, 'alerts.yaml');
const promtool = await which('promtool', { nothrow: true });
if (promtool === null && process.env['CI'])
  throw new Error('promtool is needed in CI: the package prometheus.');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}
const { groups } = parse(await readFile(rulesFile, 'utf8')) as {
  groups: readonly { rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

type Series = Readonly<Record<string, string>>;
interface Case {
  readonly fires: Series;
  readonly quiet: Series;
  readonly after: string;
}

const deliveries = (reason: string) => `reveille_deliveries_total{answer="refused",reason="${reason}"}`;
const accepted = 'reveille_deliveries_total{answer="accepted",reason=""}';
const runs = (outcome: string) => `reveille_run_seconds_count{kind="delivery",outcome="${outcome}"}`;
const outbound = (result: string) =>
  `reveille_outbound_request_seconds_count{ground="policy",result="${result}"}`;
const calls = (result: string) =>
  `reveille_model_call_seconds_count{model="m",purpose="agent-turn",result="${result}"}`;
const blobs = (operation: string, result: string) =>
  `reveille_blob_operation_seconds_count{operation="${operation}",result="${result}"}`;
const lag = 'nodejs_eventloop_lag_p99_seconds{job="reveille-api",instance="a"}';
const up = 'up{job="reveille-worker",instance="w"}';
const waited = (le: string) =>
  `temporal_workflow_task_schedule_to_start_latency_bucket{job="reveille-worker",le="${le}"}`;
const room = 'node_filesystem_avail_bytes{fstype="ext4",mountpoint="/var"}';
const size = room.replace('avail', 'size');
const [used, max] = ['reveille_redis_memory_used_bytes', 'reveille_redis_memory_max_bytes'];

/** The scraped values of each minute, and the time after which the alert fires, or does not. */
const cases: Readonly<Record<string, Case>> = {
  ReveilleDown: { fires: { [up]: '0x10' }, quiet: { [up]: '1x10' }, after: '5m' },
  // The name of the service leads nowhere: Prometheus has no series of it, or a last one that says 0.
  ReveilleNoApi: {
    fires: {
      [up]: '1x10',
      'up{job="reveille-api",instance="gone"}': '0 _x9',
      // It serves the public tools alone.
      'up{job="reveille-api",instance="tools"}': '1x10',
      'reveille_part_up{instance="tools",part="redis"}': '1x10',
    },
    quiet: {
      'up{job="reveille-api",instance="a"}': '0x10',
      'up{job="reveille-api",instance="b"}': '1x10',
      'reveille_part_up{instance="b",part="workers"}': '0x10',
    },
    after: '5m',
  },
  ReveilleNoWorkerProcess: {
    fires: { 'up{job="reveille-api",instance="a"}': '1x10' },
    quiet: { [up]: '1x10' },
    after: '5m',
  },
  ReveilleEventLoopBlocked: { fires: { [lag]: '0.8x20' }, quiet: { [lag]: '0.02x20' }, after: '10m' },
  ReveillePartDown: {
    fires: { 'reveille_part_up{part="redis"}': '0x10', 'reveille_part_up{part="temporal"}': '1x10' },
    quiet: { 'reveille_part_up{part="redis"}': '1x10' },
    after: '5m',
  },
  ReveilleDeliveriesUnavailable: {
    fires: { [deliveries('INTAKE_UNAVAILABLE')]: '0+3x20' },
    quiet: { [deliveries('CONCURRENCY_EXCEEDED')]: '0+3x20', [deliveries('INTAKE_UNAVAILABLE')]: '7x20' },
    after: '10m',
  },
  ReveilleDeliveriesOverLimits: {
    fires: { [deliveries('DELIVERY_RATE_EXCEEDED')]: '0+5x60', [accepted]: '0+10x60' },
    quiet: { [deliveries('DELIVERY_RATE_EXCEEDED')]: '0+5x60', [accepted]: '0+1000x60' },
    after: '45m',
  },
  ReveilleSignaturesRefused: {
    fires: { [deliveries('SIGNATURE_INVALID')]: '0+1x90' },
    quiet: { [deliveries('SIGNATURE_INVALID')]: '0 1 1 1 1 1 1 1 1x80' },
    after: '80m',
  },
  ReveilleNoWorkers: {
    fires: { 'reveille_workers{instance="a"}': '0x10', 'reveille_workers{instance="b"}': '0x10' },
    quiet: { 'reveille_workers{instance="a"}': '0x10', 'reveille_workers{instance="b"}': '1x10' },
    after: '5m',
  },
  ReveilleRunsWait: {
    fires: { [waited('1000')]: '0x40', [waited('10000')]: '0+9x40', [waited('+Inf')]: '0+9x40' },
    quiet: { [waited('1000')]: '0+9x40', [waited('10000')]: '0+9x40', [waited('+Inf')]: '0+9x40' },
    after: '30m',
  },
  ReveilleRunStuck: {
    fires: { reveille_oldest_run_age_seconds: '7000+60x30' },
    quiet: { reveille_oldest_run_age_seconds: '5x30' },
    after: '20m',
  },
  ReveilleRunsWithoutRecord: {
    fires: { 'reveille_runs_without_record_total{how="lost"}': '0 0 1 1 1 1' },
    quiet: { 'reveille_runs_without_record_total{how="lost"}': '1x20' },
    after: '5m',
  },
  ReveilleRunsFail: {
    fires: { [runs('failed')]: '0+1x60', [runs('succeeded')]: '0+2x60' },
    quiet: { [runs('failed')]: '0+1x60', [runs('succeeded')]: '0+20x60' },
    after: '50m',
  },
  ReveilleTargetsDoNotAnswer: {
    fires: {
      [outbound('CONNECT_FAILED')]: '0+3x60',
      [outbound('5xx')]: '0+3x60',
      [outbound('2xx')]: '0+6x60',
    },
    quiet: { [outbound('4xx')]: '0+9x60', [outbound('2xx')]: '0+6x60' },
    after: '40m',
  },
  ReveilleModelRefuses: {
    fires: { [calls('auth')]: '0 1 2 3 3 3' },
    quiet: { [calls('auth')]: '3x20', [calls('answered')]: '0+5x20' },
    after: '5m',
  },
  ReveilleModelFails: {
    fires: { [calls('rate-limited')]: '0+2x40', [calls('answered')]: '0+1x40' },
    quiet: { [calls('rate-limited')]: '0+1x40', [calls('answered')]: '0+5x40' },
    after: '30m',
  },
  ReveilleRedisNearlyFull: {
    fires: { [used]: '900x30', [max]: '1000x30' },
    quiet: { [used]: '900x30', [max]: '0x30' },
    after: '20m',
  },
  ReveilleRedisUnlimited: { fires: { [max]: '0x30' }, quiet: { [max]: '1000x30' }, after: '20m' },
  ReveilleDiskNearlyFull: {
    fires: { [room]: '9x30', [size]: '100x30' },
    quiet: { [room]: '11x30', [size]: '100x30', [room.replace('ext4', 'tmpfs')]: '1x30' },
    after: '20m',
  },
  ReveilleDiskFillsUp: {
    // A percent in ten minutes; the other a percent in a day.
    fires: { [room]: '60-0.1x600', [size]: '100x600' },
    quiet: { [room]: '40-0.0007x600', [size]: '100x600' },
    after: '450m',
  },
  ReveilleBlobsFail: {
    fires: { [blobs('get', 'failed')]: '0+1x40', [blobs('get', 'done')]: '0+2x40' },
    quiet: { [blobs('get', 'failed')]: '0+1x40', [blobs('get', 'done')]: '0+9x40' },
    after: '30m',
  },
  ReveilleArchiveBehind: {
    fires: { reveille_archive_lag_seconds: '22000+60x240' },
    // Runs of an earlier release are being archived.
    quiet: { reveille_archive_lag_seconds: '9000000-600x240' },
    after: '200m',
  },
  ReveilleSweepLate: {
    fires: { reveille_sweep_last_success_timestamp_seconds: '0x90' },
    quiet: { reveille_sweep_last_success_timestamp_seconds: '0+60x90' },
    after: '60m',
  },
};

const alertTest = (alert: string, series: Series, after: string, isFiring: boolean) => ({
  interval: '1m',
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: after,
      exp_samples: isFiring ? [{ value: 1 }] : [],
    },
  ],
});

/** The groups as they are, but for the rules of other alerts: all of them would be worked out for each minute. */
const groupsWithOnly = (alert: string) =>
  groups.map((group) => ({ ...group, rules: group.rules.filter((rule) => rule.alert === alert) }));

async function runPromtool(...args: string[]): Promise<string> {
  const done = await promisify(execFile)(promtool!, args).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return done.stdout + done.stderr;
}

test('every alert has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

test.skipIf(promtool === null).each(Object.entries(cases))(
  '%s fires when it should, and only then',
  async (alert, { fires, quiet, after }) => {
    const caseFolder = await temporaryFolder('reveille-alerts-');
    const [ruleFile, file] = [path.join(caseFolder, 'rule.yaml'), path.join(caseFolder, 'test.yaml')];
    await writeFile(ruleFile, stringify({ groups: groupsWithOnly(alert) }));
    const tests = [alertTest(alert, fires, after, true), alertTest(alert, quiet, after, false)];
    await writeFile(file, stringify({ rule_files: [ruleFile], evaluation_interval: '1m', tests }));
    expect(await runPromtool('test', 'rules', file)).toContain('SUCCESS');
  },
);

test.skipIf(promtool === null)('Prometheus takes the rules and its settings', async () => {
  expect(await runPromtool('check', 'rules', rulesFile)).toContain(`SUCCESS: ${rules.length} rules found`);
  const settings = path.join(folder, 'prometheus.yaml');
  expect(await runPromtool('check', 'config', '--syntax-only', settings)).toContain('SUCCESS');
});

test.each(rules)('$alert asks for metrics that there are', ({ expr }) => {
  expect(metricNames.unknownIn(expr)).toEqual([]);
});

test('each alert leads to a section of the runbook', async () => {
  const runbook = await readFile(path.join(folder, '../../docs/runbook.md'), 'utf8');
  const anchors = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  const linked = rules.map(({ annotations }) => annotations.runbook_url);
  expect(linked.filter((url) => !anchors.some((anchor) => url === `docs/runbook.md#${anchor}`))).toEqual([]);
});
