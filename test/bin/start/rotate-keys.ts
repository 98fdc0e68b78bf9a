import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { masterKeysFile } from '#bin/supervisor/resolve-startup.ts';
import { runCommand, type startReveille } from '#test/support/reveille.ts';
import { manage } from '../started-service.ts';

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
const [k1, k2] = [newKey('k1'), newKey('k2')];

const keep = (dataDir: string, keys: readonly string[]) =>
  writeFile(path.join(dataDir, masterKeysFile), `${keys.join()}\n`, { mode: 0o600 });

/** Keeps two master keys for a start to come; the first one wraps. */
export const keepTwoKeys = (dataDir: string) => keep(dataDir, [k1, k2]);

/** Wraps what a service with two keys has wrapped anew, and stops the service. */
export async function playRotation(
  service: ReturnType<typeof startReveille>,
  dataDir: string,
): Promise<void> {
  const owner = await service.ready();
  const { hookUrl } = owner;
  await keep(dataDir, [k2, k1]);

  const { code, output } = await runCommand('rotate-keys', dataDir);
  expect(output).toBe(
    '1 secrets were rewrapped under k2, 0 already were.\n' +
      'A process without k2 in its MASTER_KEYS cannot read them: add it there, and restart it.\n' +
      'k2 wraps 1 secrets and has to stay in MASTER_KEYS.\n' +
      'k1 wraps none: take it out of MASTER_KEYS once every process runs with k2.\n',
  );
  expect(code).toBe(0);
  expect(await manage(owner, 'GET', '/automations')).toMatchObject({ items: [{ url: hookUrl }] });
  expect((await fetch(hookUrl, { method: 'POST', body: 'still awake' })).status).toBe(200);

  expect(await service.stop()).toBe(0);
  const stopped = await runCommand('rotate-keys', dataDir);
  expect(stopped.output).toBe(
    `No Redis of Reveille runs on ${dataDir}. Start it there with "npm start", name its folder in DATA_DIR, ` +
      'or set REDIS_URL as it is set for the service.\n',
  );
  expect(stopped.code).toBe(1);
}
