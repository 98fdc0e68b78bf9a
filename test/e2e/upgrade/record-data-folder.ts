import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import { manage, type Owner, wake } from '#test/bin/started-service.ts';
import { startReveille } from '#test/support/reveille.ts';
import { fileOfRelease } from '#test/support/releases.ts';
import { until } from '#test/support/until.ts';
import { startTarget, targetPort } from './target.ts';

interface Played {
  readonly hook: string;
  readonly eventId: string;
  readonly deliveryId: string;
}

/** The contents of a stored data folder. */
export interface StoredFolder {
  /** Deliveries whose runs succeeded. */
  readonly done: readonly Played[];
  /** Deliveries whose runs were stopped while their request was on its way to the target. */
  readonly open: readonly Played[];
  /** Deliveries that were erased; none where the release knew no erasure. */
  readonly erased: readonly Played[];
}

/** The files that are a service; everything else is made by a start. */
const kept = [
  'redis',
  'temporal.db',
  'master-keys',
  'admin-token',
  'workspace-token',
  'last-start',
  'first-automation',
];
/** No path of this machine is in what is stored, and no name: Temporal stores the name of the machine of each worker. */
const dataDir = '/tmp/reveille-data';
const neutralName = 'reveille';
const patience = { timeoutMs: 120_000, everyMs: 200 };

/** Plays twelve deliveries on a release, four of them stopped in mid-request, and packs its data folder. */
export async function recordDataFolder(release: string, root?: string): Promise<void> {
  if (hostname() !== neutralName)
    throw new Error(
      `A data folder is recorded on a machine named ${neutralName}: docs/recipes/release.md says how.`,
    );
  await rm(dataDir, { recursive: true, force: true });
  await using target = await startTarget();
  target.close('/slow');
  const settings = { EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8', METRICS_PORT: '0' };
  const service = startReveille(dataDir, settings, root);
  const owner = await service.ready();
  const { items } = (await manage(owner, 'GET', '/agents')) as { items: { id: string }[] };
  await manage(owner, 'POST', `/agents/${items[0]?.id}/network-access`, { domain: '127.0.0.1' });
  const orders = await newHook(owner, '/orders');
  const slow = await newHook(owner, '/slow');
  const send = async (hook: string, eventId: string): Promise<Played> => {
    const { deliveryId } = await wake(owner.url + hook, eventId);
    return { hook, eventId, deliveryId };
  };
  const done: Played[] = [];
  for (let index = 1; index <= 8; index += 1) {
    const sent = await send(orders, `evt-${index}`);
    await until('its end', async () => (await outcomeOf(owner, sent)) === 'succeeded', patience);
    done.push(sent);
  }
  const gone = done.pop()!;
  const isErased = await erase(owner, gone);
  const open = await Promise.all(['9', '10', '11', '12'].map((index) => send(slow, `evt-${index}`)));
  await until('four requests on their way', () => target.bodies('/slow').length === 4, patience);
  // It notes nothing of the end, as after a loss of power.
  process.kill((await service.children())['worker']!, 'SIGSTOP');
  await service.stop();
  const content = isErased ? { done, erased: [gone] } : { done: [...done, gone], erased: [] };
  await pack(release, { ...content, open });
}

async function newHook(owner: Owner, asked: string): Promise<string> {
  const { url } = await manage(owner, 'POST', '/automations', {
    name: 'Orders',
    instructions: `POST the event to http://127.0.0.1:${targetPort}${asked}.`,
  });
  return new URL(url as string).pathname;
}

const outcomeOf = async (owner: Owner, { deliveryId }: Played) =>
  (await manage(owner, 'GET', `/deliveries/${deliveryId}`))['outcome'];

/** False where the release cannot. */
async function erase({ url, token }: Owner, { deliveryId }: Played): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/manage/deliveries/${deliveryId}`, { method: 'DELETE', headers })).ok;
}

/** Writes `data.tar.gz` and `data.json` of the release. */
async function pack(release: string, content: StoredFolder): Promise<void> {
  {
    // Its schema has string literals in double quotes.
    const options = { enableDoubleQuotedStringLiterals: true };
    using database = new DatabaseSync(path.join(dataDir, 'temporal.db'), options);
    database.exec('PRAGMA journal_mode=DELETE; VACUUM');
  }
  await mkdir(fileOfRelease(release), { recursive: true });
  const packed = fileOfRelease(release, 'data.tar.gz');
  const names = (await readdir(dataDir)).filter((name) => kept.includes(name));
  const env = { ...process.env, GZIP: '-9' };
  await promisify(execFile)('tar', ['--owner=0', '--group=0', '-czf', packed, '-C', dataDir, ...names], {
    env,
  });
  await writeFile(fileOfRelease(release, 'data.json'), `${JSON.stringify(content, null, 1)}\n`);
  await rm(dataDir, { recursive: true, force: true });
}
