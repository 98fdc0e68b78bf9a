import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { readCompose, root } from '#test/topology/compose/read-compose.ts';

const Known = z.object({
  maintained: z.record(z.string(), z.array(z.string())),
  advisories: z.array(z.object({ image: z.string(), what: z.string(), fixedIn: z.array(z.string()) })),
});
const known = Known.parse(
  JSON.parse(readFileSync(path.join(root, 'deploy/known-bad-versions.json'), 'utf8')),
);

const numbersOf = (version: string) => version.split('.').map(Number);
/** The releases that get fixes of their own: all numbers of a version but the last. */
const lineOf = (version: string) => version.split('.').slice(0, -1).join('.');

function isOlder(version: string, other: string): boolean {
  const [one, two] = [numbersOf(version), numbersOf(other)];
  const at = one.findIndex((number, index) => number !== two[index]);
  return at >= 0 && (one[at] ?? 0) < (two[at] ?? 0);
}

/** The known faults of an image such as `redis:7.2.9-bookworm`; null where the list does not know its name. */
function faultsOf(image: string): readonly string[] | null {
  const [name = '', tag = ''] = image.split(':');
  const lines = known.maintained[name];
  if (lines === undefined) return null;
  const version = /^[\d.]+/.exec(tag)?.[0] ?? '';
  if (!lines.includes(lineOf(version)))
    return [`${image}: nobody mends faults of ${lineOf(version)} any more`];
  return known.advisories.flatMap(({ image: of, what, fixedIn }) => {
    const fix = fixedIn.find((one) => lineOf(one) === lineOf(version));
    return of === name && fix !== undefined && isOlder(version, fix) ? [`${image}: ${what}`] : [];
  });
}

const images = [...new Set(Object.values(readCompose().services).map(({ image }) => image))];

test('no image of docker-compose.yml has a version that is known to be bad', () => {
  expect(images.flatMap((image) => faultsOf(image) ?? [])).toEqual([]);
  const judged = images.filter((image) => faultsOf(image) !== null).map((image) => image.split(':')[0]);
  expect(new Set(judged)).toEqual(new Set(['postgres', 'redis']));
});

test.each([
  ['redis:7.2.9-bookworm', 3],
  ['redis:7.2.11', 2],
  ['redis:7.2.16', 0],
  ['redis:8.0.4', 1],
  ['redis:8.10.2', 0],
  ['postgres:16.9-bookworm', 4],
  ['postgres:13.22', 1],
])('%s has %i known faults', (image, count) => {
  expect(faultsOf(image)).toHaveLength(count);
});

test('the script pins every image but ours by the digest that its registry has', async () => {
  const folder = await temporaryFolder('reveille-digests-');
  await mkdir(path.join(folder, 'bin'));
  const services = ['redis', 'redis-replica']
    .map((name) => `  ${name}:\n    image: redis:7.2.16\n    command:\n      - redis-server\n`)
    .join('');
  const composed = `name: reveille\nservices:\n  api:\n    image: reveille:0.2.0\n${services}volumes:\n  redis: {}\n`;
  await writeFile(path.join(folder, 'composed.yml'), composed);
  const docker = `#!/bin/sh\nif [ "$1" = compose ]; then cat composed.yml; else echo "sha256:of-$6"; fi\n`;
  await writeFile(path.join(folder, 'bin/docker'), docker);
  await chmod(path.join(folder, 'bin/docker'), 0o755);
  await copyFile(path.join(root, 'deploy/pin-images.sh'), path.join(folder, 'pin-images.sh'));
  const PATH = `${path.join(folder, 'bin')}:${process.env['PATH']}`;
  execFileSync('sh', ['pin-images.sh'], { cwd: folder, env: { ...process.env, PATH } });
  expect(await readFile(path.join(folder, 'docker-compose.digests.yml'), 'utf8')).toBe(
    ['redis', 'redis-replica']
      .map((name) => `  ${name}:\n    image: redis:7.2.16@sha256:of-redis:7.2.16\n`)
      .reduce((text, service) => text + service, 'services:\n'),
  );
});
