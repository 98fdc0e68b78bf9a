import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { manage } from '#test/bin/started-service.ts';
import { runCommand, startReveille } from '#test/support/reveille.ts';
import { releases } from '#test/support/releases.ts';
import { scratchCopy } from '#test/support/scratch-copy.ts';
import { unpackFolder } from './upgrade/stored-folder.ts';
import { startTarget } from './upgrade/target.ts';

const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0' };

/** Every file of a folder with its digest. */
async function digestsOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const digest = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await digest(file)])));
}

test.each(await releases())(
  'a drill on the data folder of release %s says yes, changes nothing there, and sends nothing',
  async (release) => {
    const { dataDir, erased } = await unpackFolder(release);
    await using target = await startTarget();
    const before = await digestsOf(dataDir);
    const { code, output } = await runCommand('drill', dataDir, settings);
    expect(output).toContain('\nyes  an event that is new: accepted, and its request was caught\n');
    for (const found of ['is a duplicate', 'ended as unknown_effect', 'is found by its event id'])
      expect(output).toMatch(new RegExp(`^yes  .*: dlv_\\S+ ${found}$`, 'm'));
    expect(output).toMatch(erased.length > 0 ? /^yes {2}what was erased: /m : /^- {4}what was erased: /m);
    expect(output).toMatch(/\nYes: .*\n$/);
    expect(code).toBe(0);
    expect(await digestsOf(dataDir)).toEqual(before);
    expect([...target.bodies('/orders'), ...target.bodies('/slow')]).toEqual([]);
  },
);

test('a drill beside the running service takes what is there at that moment, and the service knows nothing of it', async () => {
  const { dataDir, token } = await unpackFolder('0.2.0');
  await using target = await startTarget();
  await using service = startReveille(dataDir, { ...settings, PORT: '0' });
  const [, url = ''] = await service.printed(/^ready: (\S+)$/m);
  const adminToken = (await readFile(path.join(dataDir, 'admin-token'), 'utf8')).trim();
  const listed = async (as: string, address: string) =>
    (await manage({ url, token: as }, 'GET', address))['items'] as readonly Record<string, unknown>[];
  const seen = async () => [
    (await listed(adminToken, '/workspaces')).map(({ name }) => name),
    (await listed(token, '/deliveries')).map(({ deliveryId, duplicates }) => [deliveryId, duplicates]),
  ];
  const before = await seen();
  const { code, output } = await runCommand('drill', dataDir, settings);
  expect(output).toMatch(/\nYes: .*\n$/);
  expect(code).toBe(0);
  expect(await seen()).toEqual(before);
  expect(target.bodies('/orders')).toEqual([]);
});

test('a drill says no to a version that lacks what a new run needs, and why', async () => {
  const { dataDir } = await unpackFolder('0.1.0');
  await using version = await scratchCopy();
  // As releases were that did not register them at each start.
  const attributes = path.join(version.directory, 'bin/embedded/register-attributes.ts');
  await writeFile(attributes, 'export const registerAttributes = async () => undefined;\n');
  const { code, output } = await runCommand('drill', dataDir, settings, ['--with', version.directory]);
  expect(output).toContain('search-attributes');
  expect(output).toMatch(/\nNo: .*\n$/);
  expect(code).toBe(1);
});

test("a drill without data, or with servers of one's own, says what it needs", async () => {
  const missing = await runCommand('drill', '/nowhere/of/the/tests', settings);
  expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('There is no data of Reveille') });
  const own = { ...settings, REDIS_URL: 'redis://127.0.0.1:1' };
  const elsewhere = await runCommand('drill', '/nowhere/of/the/tests', own);
  expect(elsewhere).toMatchObject({ code: 1, output: expect.stringContaining('name one in DATA_DIR') });
});
