import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { z } from 'zod';

import { presentKustomize } from '#test/support/programs/find-kustomize.ts';
import { stopMs } from '#domain/stop-times.ts';
import { taskQueues } from '#domain/task-queues.ts';
import { Environment, secretNames } from '#platform/environment.ts';
import { readConfig } from '#platform/config.ts';
import { settingsOfApi } from '#platform/worker-environment.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { problemsOf } from './strict-model.ts';

const root = path.join(import.meta.dirname, '../..');
const kustomize = await presentKustomize();

const Probe = z.object({ httpGet: z.object({ path: z.string() }), timeoutSeconds: z.int() });
const Container = z.object({
  image: z.string(),
  command: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  securityContext: z.object({}).loose(),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  volumeMounts: z.array(z.object({ mountPath: z.string() })),
});
const Requesting = z.object({
  containers: z.tuple([z.object({ resources: z.object({ requests: z.object({ cpu: z.string() }) }) })]),
});
const Pod = z.object({
  serviceAccountName: z.string(),
  terminationGracePeriodSeconds: z.int().optional(),
  securityContext: z.object({}).loose(),
  volumes: z.array(
    z.object({
      name: z.string(),
      secret: z.object({ items: z.array(z.object({ key: z.string() })).default([]) }).optional(),
    }),
  ),
  initContainers: z.tuple([Container]),
  containers: z.tuple([Container]),
});
const Manifest = z
  .object({
    kind: z.string(),
    metadata: z.object({ name: z.string(), namespace: z.string() }),
    data: z.record(z.string(), z.string()).optional(),
    spec: z
      .object({ replicas: z.int().optional(), template: z.object({ spec: z.unknown() }).loose().optional() })
      .loose()
      .optional(),
  })
  .loose();
type Manifest = z.infer<typeof Manifest>;

const kinds = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PodDisruptionBudget,
  PodMonitor,
  ScaledObject,
  Service,
  ServiceAccount,
};

/** The output of kustomize for a folder of deploy/kubernetes. */
function render(folder: string): readonly Manifest[] {
  const [program = '', ...args] = kustomize!;
  const text = execFileSync(program, [...args, path.resolve(root, 'deploy/kubernetes', folder)], {
    encoding: 'utf8',
  });
  return parseAllDocuments(text).map((document) => Manifest.parse(document.toJS()));
}

describe.skipIf(kustomize === undefined)('deploy/kubernetes', () => {
  const rendered =
    kustomize === undefined
      ? { base: [], example: [] }
      : { base: render('base'), example: render('example') };
  const { base, example } = rendered;
  const named = (some: readonly Manifest[], kind: string) => some.filter((one) => one.kind === kind);
  const pods = (some: readonly Manifest[]) =>
    named(some, 'Deployment').map(
      ({ metadata, spec }) => [metadata.name, Pod.parse(spec?.template?.spec)] as const,
    );
  const containersOf = ({ initContainers, containers }: z.infer<typeof Pod>) => [
    ...initContainers,
    ...containers,
  ];
  const isApi = (name: string) => name.startsWith('api-');

  it.each([...base, ...example].map((one) => [one.kind, one.metadata.name, one] as const))(
    'has a %s %s that fits the schema of its kind and has no unknown member',
    (kind, _, manifest) => {
      expect(Object.keys(kinds)).toContain(kind);
      expect(problemsOf(kinds[kind as keyof typeof kinds], manifest)).toEqual([]);
      expect(manifest.metadata.namespace).toBe('reveille');
    },
  );

  it('has hooks and public tools as two deployments of one image, each with its workers', () => {
    const shares = pods(base).map(
      ([
        name,
        {
          containers: [{ command, env }],
        },
      ]) => [name, command.at(-1), env.find((one) => one.name === 'SERVE')?.value],
    );
    expect(shares).toEqual([
      ['api-hooks', 'api/main.ts', 'hooks'],
      ['api-tools', 'api/main.ts', 'tools'],
      ['worker-compute', 'worker/main.ts', 'tools'],
      ['worker-runs', 'worker/main.ts', 'hooks'],
    ]);
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const images = new Set(pods(base).flatMap(([, pod]) => containersOf(pod).map(({ image }) => image)));
    expect([...images]).toEqual([`reveille:${version}`]);
  });

  it('runs files of ours that exist', () => {
    for (const { command } of pods(base).flatMap(([, pod]) => containersOf(pod)))
      expect(existsSync(path.join(root, command.at(-1)!))).toBe(true);
  });

  it.each(pods(base))(
    'confines %s: a user without rights, nothing written to its image, a limit',
    (_, pod) => {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      for (const { securityContext, resources, volumeMounts } of containersOf(pod)) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources.limits.memory).toMatch(/^\d+[GM]i$/);
        expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
          '/data',
          '/tmp',
          '/run/secrets/reveille',
        ]);
      }
      expect(pod.serviceAccountName).toBe('reveille');
    },
  );

  it('asks each whether the process lives, and takes no API out of service because a server or the workers are away', () => {
    for (const [name, { containers }] of pods(base)) {
      const [{ startupProbe, readinessProbe, livenessProbe }] = containers;
      const probes = [startupProbe, livenessProbe, ...(isApi(name) ? [readinessProbe] : [])];
      expect(probes.map((probe) => probe?.httpGet.path)).toEqual(probes.map(() => '/healthz'));
      expect(probes.map((probe) => probe?.timeoutSeconds)).toEqual(probes.map(() => 5));
      if (!isApi(name)) expect(readinessProbe?.httpGet.path).toBe('/readyz');
    }
  });

  it('prepares Temporal before any process of a release', () => {
    for (const [, { initContainers }] of pods(base))
      expect(initContainers[0].command).toEqual(['node', 'bin/set-up-temporal.ts']);
  });

  it('can be applied again with a changed setting and another image: no object is changed that may not be', async () => {
    const folder = await temporaryFolder('reveille-overlay-');
    const overlay = async (tag: string, setting: string) => {
      const text = {
        apiVersion: 'kustomize.config.k8s.io/v1beta1',
        kind: 'Kustomization',
        resources: [path.relative(folder, path.join(root, 'deploy/kubernetes/base'))],
        configMapGenerator: [{ name: 'settings', behavior: 'merge', literals: [setting] }],
        images: [{ name: 'reveille', newTag: tag }],
      };
      await writeFile(path.join(folder, 'kustomization.yaml'), stringify(text));
      return render(folder);
    };
    const first = await overlay('1.0.0', 'PUBLIC_URL=https://a.example.com');
    const second = await overlay('1.0.1', 'PUBLIC_URL=https://b.example.com');
    const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
    const changed = second.filter((one) => {
      const before = first.find((other) => nameOf(other) === nameOf(one));
      return before !== undefined && JSON.stringify(before) !== JSON.stringify(one);
    });
    // Beside these only new objects: the settings under another name.
    expect(changed.map(nameOf).toSorted()).toEqual(
      ['api-hooks', 'api-tools', 'worker-compute', 'worker-runs'].map((name) => `Deployment ${name}`),
    );
    for (const one of changed) {
      const before = first.find((other) => nameOf(other) === nameOf(one));
      expect(one.spec?.['selector']).toEqual(before?.spec?.['selector']);
    }
    const [settings] = named(second, 'ConfigMap');
    for (const [, pod] of pods(second))
      for (const { envFrom } of containersOf(pod))
        expect(envFrom).toEqual([{ configMapRef: { name: settings?.metadata.name } }]);
  });

  it('shows Prometheus each API and each worker by name, ready or not, and by the labels of its pod', () => {
    const parts = named(base, 'Deployment').map(({ metadata, spec }) => [
      metadata.name,
      z.object({ labels: z.object({ part: z.string() }) }).parse(spec?.template?.['metadata']).labels.part,
    ]);
    expect(Object.fromEntries(parts)).toEqual({
      'api-hooks': 'api',
      'api-tools': 'api',
      'worker-compute': 'worker',
      'worker-runs': 'worker',
    });
    for (const part of ['api', 'worker'])
      expect(
        named(base, 'Service').find(({ metadata }) => metadata.name === `reveille-${part}`)?.spec,
      ).toMatchObject({
        clusterIP: 'None',
        publishNotReadyAddresses: true,
        selector: { part },
        ports: [{ port: 9464 }],
      });
    const [monitor] = named(example, 'PodMonitor');
    expect(monitor?.spec).toMatchObject({
      selector: { matchLabels: { 'app.kubernetes.io/name': 'reveille' } },
    });
  });

  it('gives the Prometheus Operator the alerts of deploy/prometheus', () => {
    const text = execFileSync('sh', [path.join(root, 'deploy/kubernetes/alert-rules.sh')], {
      encoding: 'utf8',
    });
    const rule = parse(text) as { kind: string; spec: unknown };
    expect(rule.spec).toEqual(parse(readFileSync(path.join(root, 'deploy/prometheus/alerts.yaml'), 'utf8')));
    expect(problemsOf(PrometheusRule, rule)).toEqual([]);
  });

  it('grants each the time that its stop may take', () => {
    for (const [name, { terminationGracePeriodSeconds: seconds = 0 }] of pods(base))
      expect(seconds, name).toBeGreaterThanOrEqual(stopMs / 1_000 + (isApi(name) ? 5 : 0));
  });

  it('gives every process settings of ours, secrets by file, and values that are taken', () => {
    const [{ metadata, data = {} } = { metadata: { name: '' } }] = named(base, 'ConfigMap');
    const files = secretNames.map((name) => `${name}_FILE`);
    for (const name of Object.keys(data))
      expect([...Object.keys(Environment.shape), ...files]).toContain(name);
    expect(readConfig(data)).toMatchObject({ PORT: 8080, DATA_DIR: '/data' });
    for (const name of Object.keys(data).filter((one) => one.endsWith('_FILE')))
      expect(data[name]).toMatch(/^\/run\/secrets\/reveille\/[a-z-]+$/);
    for (const { envFrom } of pods(base).flatMap(([, pod]) => containersOf(pod)))
      expect(envFrom).toEqual([{ configMapRef: { name: metadata.name } }]);
  });

  it('gives workers the secrets that their settings name, and none that only the API uses', () => {
    const [{ data = {} } = {}] = named(base, 'ConfigMap');
    const keysIn = (settings: Readonly<Record<string, string>>) =>
      Object.entries(settings).flatMap(([name, value]) =>
        name.endsWith('_FILE') ? [path.basename(value)] : [],
      );
    for (const name of settingsOfApi) expect(Object.keys(data)).not.toContain(`${name}_FILE`);
    for (const [name, { volumes, containers }] of pods(base)) {
      const items = volumes.flatMap(({ secret }) => secret?.items ?? []).map(({ key }) => key);
      const own = Object.fromEntries(containers[0].env.map((one) => [one.name, one.value]));
      // An API reads the whole secret.
      if (isApi(name)) expect([keysIn(own), items]).toEqual([['admin-token'], []]);
      else expect([keysIn(own), items.toSorted()]).toEqual([[], keysIn(data).toSorted()]);
    }
  });

  it('lets pods reach public addresses, and of private ones only the ports of Redis, Temporal, S3 and traces', () => {
    const [policy] = named(base, 'NetworkPolicy');
    const { podSelector, policyTypes, egress } = z
      .object({
        podSelector: z.unknown(),
        policyTypes: z.array(z.string()),
        egress: z.array(
          z.object({
            to: z.array(
              z
                .object({
                  ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()).default([]) }).optional(),
                })
                .loose(),
            ),
            ports: z.array(z.object({ port: z.int() })).optional(),
          }),
        ),
      })
      .parse(policy?.spec);
    expect(podSelector).toEqual({ matchLabels: { 'app.kubernetes.io/name': 'reveille' } });
    expect(policyTypes).toEqual(['Ingress', 'Egress']);
    const everyPort = egress.filter(({ ports }) => ports === undefined).flatMap(({ to }) => to);
    expect(everyPort.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(['0.0.0.0/0', '::/0']);
    expect(everyPort[0]?.ipBlock?.except).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    );
    const ports = egress.flatMap((rule) => (rule.ports ?? []).map(({ port }) => port));
    expect([...new Set(ports)]).toEqual([53, 6379, 26379, 7233, 7070, 4318]);
  });

  it("closes Temporal's Web UI to every pod, and lets it reach names and Temporal alone", () => {
    const manifests = render('temporal-ui');
    expect(manifests.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
      ['NetworkPolicy', 'temporal'],
    ]);
    expect(problemsOf(NetworkPolicy, manifests[0]!)).toEqual([]);
    const component = (name: string) => ({
      matchLabels: { 'app.kubernetes.io/name': 'temporal', 'app.kubernetes.io/component': name },
    });
    expect(manifests[0]?.spec).toMatchObject({
      podSelector: component('web'),
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: [
        { ports: [{ port: 53 }, { port: 53 }] },
        { to: [{ podSelector: component('frontend') }], ports: [{ port: 7233 }] },
      ],
    });
  });

  it('has two of each, and leaves their number to the scalers where they are taken', () => {
    const counts = (some: readonly Manifest[]) =>
      new Set(named(some, 'Deployment').map(({ spec }) => spec?.replicas));
    expect([counts(base), counts(example)]).toEqual([new Set([2]), new Set([undefined])]);
  });

  it('scales each API by the part that it uses of the processor time it asks for, and never below what a disruption leaves', () => {
    const scalers = named(example, 'HorizontalPodAutoscaler');
    expect(scalers.map(({ metadata }) => metadata.name)).toEqual(['api-hooks', 'api-tools']);
    for (const { metadata, spec } of scalers) {
      const { name } = metadata;
      expect(spec).toMatchObject({
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
        metrics: [{ resource: { name: 'cpu', target: { type: 'Utilization' } } }],
      });
      const deployment = named(example, 'Deployment').find((one) => one.metadata.name === name);
      const { requests } = Requesting.parse(deployment?.spec?.template?.spec).containers[0].resources;
      expect(requests.cpu).toMatch(/^\d+m?$/);
      const budget = named(example, 'PodDisruptionBudget').find((one) => one.metadata.name === name);
      expect(spec?.['minReplicas']).toBeGreaterThan(Number(budget?.spec?.['maxUnavailable']));
    }
  });

  it('scales workers by how long work waits in the queue of each', () => {
    const queries = named(example, 'ScaledObject').map(({ spec }) =>
      z
        .object({
          scaleTargetRef: z.object({ name: z.string() }),
          triggers: z.tuple([z.object({ metadata: z.object({ query: z.string() }) })]),
        })
        .parse(spec),
    );
    expect(queries.map(({ scaleTargetRef }) => scaleTargetRef.name)).toEqual([
      'worker-compute',
      'worker-runs',
    ]);
    for (const { scaleTargetRef, triggers } of queries) {
      const queue = scaleTargetRef.name === 'worker-runs' ? taskQueues.runs : taskQueues.compute;
      expect(triggers[0].metadata.query).toContain(`task_queue="${queue}"`);
      expect(triggers[0].metadata.query).toMatch(/schedule_to_start_latency_bucket/);
    }
  });
});

describe('problemsOf', () => {
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } };

  it('finds nothing in what is right', () => {
    expect(problemsOf(ServiceAccount, account)).toEqual([]);
  });

  it('names a member that the kind does not have', () => {
    expect(problemsOf(ServiceAccount, { ...account, metadata: { name: 'a', lables: {} } })).toEqual([
      '/metadata/lables is unknown',
    ]);
  });

  it('says what the schema says', () => {
    expect(problemsOf(ServiceAccount, { ...account, automountServiceAccountToken: 'no' }).join()).toContain(
      'boolean',
    );
  });
});
