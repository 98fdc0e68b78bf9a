import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

import { presentKustomize } from '../../bin/embedded/find-kustomize.ts';
import { stopMs } from '../../domain/stop-times.ts';
import { taskQueues } from '../../domain/task-queues.ts';
import { Environment, secretNames } from '../../platform/environment.ts';
import { readConfig } from '../../platform/config.ts';
import { settingsOfApi } from '../../platform/worker-environment.ts';
import { problemsOf } from './strict-model.ts';

const root = path.join(import.meta.dirname, '../..');
const kustomize = await presentKustomize();

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
  containers: z.tuple([
    z.object({
      image: z.string(),
      command: z.array(z.string()),
      env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
      resources: z.object({ limits: z.object({ memory: z.string() }) }),
      securityContext: z.object({}).loose(),
      startupProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
      readinessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
      livenessProbe: z.object({ httpGet: z.object({ path: z.string() }) }).optional(),
      volumeMounts: z.array(z.object({ mountPath: z.string() })),
    }),
  ]),
});
const Manifest = z
  .object({
    kind: z.string(),
    metadata: z.object({ name: z.string(), namespace: z.string() }),
    data: z.record(z.string(), z.string()).optional(),
    spec: z
      .object({ replicas: z.int().optional(), template: z.object({ spec: z.unknown() }).optional() })
      .loose()
      .optional(),
  })
  .loose();
type Manifest = z.infer<typeof Manifest>;

const kinds = {
  ConfigMap,
  Deployment,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  ScaledObject,
  Service,
  ServiceAccount,
};

/** What kustomize makes of a folder of deploy/kubernetes. */
function render(folder: string): readonly Manifest[] {
  const [program = '', ...args] = kustomize!;
  const text = execFileSync(program, [...args, path.join(root, 'deploy/kubernetes', folder)], {
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
    [...named(some, 'Deployment'), ...named(some, 'Job')].map(
      ({ metadata, spec }) => [metadata.name, Pod.parse(spec?.template?.spec)] as const,
    );
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
      ['set-up', 'bin/set-up-temporal.ts', undefined],
    ]);
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const images = new Set(
      pods(base).map(
        ([
          ,
          {
            containers: [{ image }],
          },
        ]) => image,
      ),
    );
    expect([...images]).toEqual([`reveille:${version}`]);
  });

  it('runs files of ours that exist', () => {
    for (const [
      ,
      {
        containers: [{ command }],
      },
    ] of pods(base))
      expect(existsSync(path.join(root, command.at(-1)!))).toBe(true);
  });

  it.each(pods(base))(
    'confines %s: a user without rights, nothing written to its image, a limit',
    (_, pod) => {
      const [{ securityContext, resources, volumeMounts }] = pod.containers;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      });
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
      expect(pod.serviceAccountName).toBe('reveille');
    },
  );

  it('lets a start count when Redis and Temporal answer, and asks later whether the process lives', () => {
    for (const [
      name,
      {
        containers: [probes],
      },
    ] of pods(base).filter(([one]) => one !== 'set-up')) {
      expect(probes.startupProbe?.httpGet.path).toBe(isApi(name) ? '/readyz' : '/healthz');
      expect(probes.livenessProbe?.httpGet.path).toBe('/healthz');
      expect(probes.readinessProbe?.httpGet.path).toBe(isApi(name) ? '/healthz' : '/readyz');
    }
  });

  it('grants each the time that its stop may take', () => {
    for (const [name, { terminationGracePeriodSeconds: seconds = 0 }] of pods(base).filter(
      ([one]) => one !== 'set-up',
    ))
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
    for (const [
      ,
      {
        containers: [{ envFrom }],
      },
    ] of pods(base))
      expect(envFrom).toEqual([{ configMapRef: { name: metadata.name } }]);
  });

  it('gives workers the secrets that their settings name, and none that only the API uses', () => {
    const [{ data = {} } = {}] = named(base, 'ConfigMap');
    const keysIn = (settings: Readonly<Record<string, string>>) =>
      Object.entries(settings).flatMap(([name, value]) =>
        name.endsWith('_FILE') ? [path.basename(value)] : [],
      );
    for (const name of settingsOfApi) expect(Object.keys(data)).not.toContain(`${name}_FILE`);
    for (const [name, { volumes, containers }] of pods(base).filter(([one]) => one !== 'set-up')) {
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

  it('leaves the number of workers to the scaler, by how long work waits in the queue of each', () => {
    const counts = Object.fromEntries(
      named(example, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec?.replicas]),
    );
    expect(counts).toEqual({
      'api-hooks': 2,
      'api-tools': 2,
      'worker-runs': undefined,
      'worker-compute': undefined,
    });
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
