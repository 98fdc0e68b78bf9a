import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, it, onTestFinished } from 'vitest';
import { S3mini } from 's3mini';

import { startInBackground } from '#bin/embedded/background-process.ts';
import { createS3Blobs } from '#blobs/s3.ts';
import { freePort } from '#platform/free-port.ts';
import { redisServer } from '#test/support/redis-server.ts';
import { s3Command } from '#test/support/s3-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { until } from '#test/support/until.ts';
import { root } from '#test/topology/compose/read-compose.ts';

const run = promisify(execFile);
const guide = await readFile(path.join(root, 'docs/guides/backup.md'), 'utf8');
/** The commands that containers of the guide run on a volume: the copy, then the restore. */
const steps = [
  ...guide.matchAll(/^docker run --rm (?:-i )?-v reveille_(\w+):\S+ redis:\S+ (.*? [<>] \w+\.tar)$/gm),
];
const isRoot = process.getuid?.() === 0;

/** Carries out both steps for a volume, by the letter: the words of the guide on other folders. */
async function copied(volume: string, from: string, to: string): Promise<void> {
  const ofVolume = steps.filter(([, name]) => name === volume).map(([, , words = '']) => words);
  expect(ofVolume).toHaveLength(2);
  await mkdir(to, { recursive: true });
  const cwd = path.dirname(to);
  for (const words of ofVolume) {
    const here = words.replaceAll('/from', from).replaceAll('/to', to);
    await run('sh', ['-euc', here], { cwd });
  }
}

it.skipIf(!isRoot)(
  'a Redis restored from a copy of its volume has what was written before the copy',
  async () => {
    const folder = await temporaryFolder('reveille-restored-');
    const [before, after] = ['before', 'after'].map((name) => path.join(folder, name));
    const first = await redisServer(before!);
    first.start();
    onTestFinished(() => first.signal('SIGKILL'));
    const write = (name: string) => first.ask('SET', name, 'x'.repeat(1_000));
    await until('it answers', () => write('accepted'), { timeoutMs: 60_000 });
    // A copy takes long enough for the writes beside it.
    for (let number = 0; number < 50; number += 1) await first.ask('SET', `large-${number}`, 'x'.repeat(1e6));
    // It goes on being written to.
    let isCopied = false;
    const writing = (async () => {
      for (let number = 0; !isCopied; number += 1) await write(`later-${number}`);
    })();
    await copied('redis', before!, after!).finally(() => (isCopied = true));
    await writing;
    const second = await redisServer(after!);
    second.start();
    onTestFinished(() => second.signal('SIGKILL'));
    const size = await until('it answers', async () => Number(await second.ask('DBSIZE')), {
      timeoutMs: 60_000,
    });
    expect(size).toBeGreaterThanOrEqual(51);
  },
);

it.skipIf(s3Command === undefined || !isRoot)(
  'an object restored from a copy of the bucket is the same, and what the server knows of it',
  async () => {
    const folder = await temporaryFolder('reveille-restored-');
    const [before, after] = ['before', 'after'].map((name) => path.join(folder, name, 'reveille'));
    const first = await startBucket(before!);
    await first.blobs.put('deliveries/one', new Blob(['accepted']));
    const etag = await first.etag('deliveries/one');
    await copied('blobs', before!, after!);
    const second = await startBucket(after!);
    const restored = await second.blobs.get('deliveries/one');
    expect(String(Buffer.concat((await restored?.stream.toArray()) ?? []))).toBe('accepted');
    expect(etag).toMatch(/^\w{32}$/);
    expect(await second.etag('deliveries/one')).toBe(etag);
  },
);

/** The S3 server as docker-compose.yml runs it, on a folder that is a bucket. */
async function startBucket(folder: string) {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const [accessKeyId, secretAccessKey] = ['reveille', 'secret-of-the-bucket'];
  const keys = ['--access', accessKeyId, '--secret', secretAccessKey];
  const server = startInBackground({
    command: s3Command!,
    args: [...keys, '--port', address, '--health', '/health', '--quiet', 'posix', path.dirname(folder)],
    logFile: path.join(path.dirname(folder), '../s3.log'),
    endsWithUs: true,
  });
  onTestFinished(() => server.stop());
  const isReady = async () => (await fetch(`http://${address}/health`)).ok;
  await until('the S3 server is ready', isReady, { timeoutMs: 60_000 });
  const settings = { region: 'us-east-1', accessKeyId, secretAccessKey };
  const s3 = new S3mini({ ...settings, endpoint: `http://${address}/reveille` });
  return {
    blobs: createS3Blobs({ ...settings, endpoint: `http://${address}`, bucket: 'reveille' }),
    etag: (key: string) => s3.getEtag(key),
  };
}
