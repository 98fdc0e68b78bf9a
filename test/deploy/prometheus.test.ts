import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import which from 'which';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';

import { freePort } from '#platform/free-port.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { root } from '#test/topology/compose/read-compose.ts';

const prometheus = await which('prometheus', { nothrow: true });
if (prometheus === null && process.env['CI'])
  throw new Error('Prometheus is needed in CI: the package prometheus.');

const read = async (file: string): Promise<unknown> => parse(await readFile(path.join(root, file), 'utf8'));
const Monitor = z.object({
  spec: z.object({
    podMetricsEndpoints: z.tuple([
      z.object({
        relabelings: z.array(
          z.object({ sourceLabels: z.array(z.string()), targetLabel: z.string(), replacement: z.string() }),
        ),
      }),
    ]),
  }),
});
const Rules = z.object({
  groups: z.array(z.object({ name: z.string(), rules: z.array(z.object({ alert: z.string() }).loose()) })),
});

/** The pods of a cluster, as the Prometheus Operator has them found, and the page that each of them serves. */
async function startPrometheus() {
  const pages = createServer((request, response) =>
    response.end(request.url === '/api-hooks' ? 'reveille_part_up{part="workers"} 1\n' : ''),
  ).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const address = `127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const folder = await temporaryFolder('reveille-prometheus-');
  const pods = path.join(folder, 'pods.json');
  const setPods = async (names: readonly string[]) => {
    const groups = names.map((name) => ({
      targets: [address],
      labels: {
        __metrics_path__: `/${name}`,
        instance: name,
        __meta_kubernetes_pod_label_part: name.split('-')[0],
      },
    }));
    await writeFile(`${pods}.new`, JSON.stringify(groups));
    await rename(`${pods}.new`, pods);
  };
  const monitor = Monitor.parse(await read('deploy/kubernetes/monitoring/pods.yaml'));
  const rules = Rules.parse(await read('deploy/prometheus/alerts.yaml'));
  // Minutes are seconds here.
  const soon = rules.groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({ ...rule, for: '1s' })),
  }));
  await writeFile(path.join(folder, 'alerts.yaml'), stringify({ groups: soon }));
  await writeFile(
    path.join(folder, 'prometheus.yaml'),
    stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: ['alerts.yaml'],
      scrape_configs: [
        {
          job_name: 'reveille/reveille',
          file_sd_configs: [{ files: [pods], refresh_interval: '1s' }],
          relabel_configs: monitor.spec.podMetricsEndpoints[0].relabelings.map((rule) => ({
            source_labels: rule.sourceLabels,
            target_label: rule.targetLabel,
            replacement: rule.replacement,
          })),
        },
      ],
    }),
  );
  await setPods(['api-hooks', 'api-tools', 'worker-runs']);
  const port = await freePort();
  const server = spawn(
    prometheus!,
    [
      `--config.file=${path.join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ask = async (question: string): Promise<unknown> =>
    await fetch(`http://127.0.0.1:${port}/api/v1/${question}`).then(
      (response) => response.json(),
      () => null,
    );
  return {
    setPods,
    /** The jobs of which a process answers. */
    jobs: async () => {
      const answer = (await ask(`query?query=${encodeURIComponent('count by (job) (up == 1)')}`)) as {
        data: { result: { metric: { job: string } }[] };
      } | null;
      return answer?.data.result.map(({ metric }) => metric.job).toSorted() ?? [];
    },
    firing: async () => {
      const answer = (await ask('alerts')) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      } | null;
      const firing = answer?.data.alerts.filter(({ state }) => state === 'firing') ?? [];
      return firing.map(({ labels }) => labels.alertname).toSorted();
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      pages.close();
    },
  };
}

test.skipIf(prometheus === null)(
  'a real Prometheus tells of each kind of process that is gone, in a cluster where no pod is left to say so',
  async () => {
    await using server = await startPrometheus();
    await expect.poll(server.jobs).toEqual(['reveille-api', 'reveille-worker']);
    await expect.poll(server.firing).toEqual([]);
    await server.setPods(['api-tools', 'worker-runs']);
    await expect.poll(server.firing).toEqual(['ReveilleNoApi']);
    await server.setPods([]);
    await expect.poll(server.firing).toEqual(['ReveilleNoApi', 'ReveilleNoWorkerProcess']);
    await server.setPods(['api-hooks', 'worker-runs']);
    await expect.poll(server.firing).toEqual([]);
  },
);
