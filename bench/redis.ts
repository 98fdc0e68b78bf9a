/**
 * The commands that Redis carries out for one delivery over HTTP (webhook, filter, one POST, recorded), by who sends them, and the
 * bytes that it holds of it while that is hot, by kind of key. Those of another checkout show what changed:
 *
 *   node bench/redis.ts [FOLDER]
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { createClient } from '@redis/client';

import { records } from '#store/records/index.ts';
import { bytes, report } from './support/figures.ts';
import { startOrderTarget } from './support/order-target.ts';
import { isQuick } from './support/quick.ts';
import { startWholeService } from './support/whole-service.ts';

const root = path.resolve(
  process.argv.slice(2).find((one) => !one.startsWith('--')) ?? path.join(import.meta.dirname, '..'),
);
const [hookCount, perHook] = isQuick ? [2, 5] : [5, 40];
const bodyBytes = 2_000;
/** Marks kinds of keys that go by themselves, an hour after the end of the run or earlier. */
const expires = ' (expires)';

/** Commands of processes that wait, and those of this one. */
const aside = /^(?:info|ping|hello|client|monitor|memory|scan|config|select|auth|wait)$/i;
/** How Redis shows a command to those that watch: its time, who sent it, then its words. */
const shownCommand = /^\S+ \[\d+ (lua|[^\]]+)\] "([^"]+)"(?: "([^"]*)")?/;

const service = await startWholeService(root);
const target = await startOrderTarget();
const redis = await createClient({ url: service.redisUrl }).connect();
const watching = await redis.duplicate().connect();
try {
  const hooks = await Promise.all(
    Array.from({ length: hookCount }, () =>
      service.newHook({
        filter: 'Only run when the status is paid',
        instructions: `POST ${target.url} with JSON {"id": {{id}}}.`,
      }),
    ),
  );
  const runAll = async (count: number) => {
    for (let n = 0; n < count; n += 1) for (const hook of hooks) await service.runToEnd(hook, bodyOf(n));
  };
  await runAll(2);
  const before = await bytesByKind();
  const lines: string[] = [];
  await watching.monitor((line) => lines.push(String(line)));
  await runAll(perHook);
  const deliveries = hookCount * perHook;
  tell('commands', countBySender(lines), (sum) => (sum / deliveries).toFixed(1));
  const after = await bytesByKind();
  const grown = [...after].map(([kind, sum]) => [kind, sum - (before.get(kind) ?? 0)] as const);
  tell('bytes', new Map(grown), (sum) => bytes(sum / deliveries));
  const staying = grown.reduce((sum, [kind, size]) => (kind.endsWith(expires) ? sum : sum + size), 0);
  report({
    name: 'bytes that stay',
    ours: bytes(staying / deliveries),
    yardstick: null,
    ratio: null,
    goal: null,
  });
} finally {
  watching.destroy();
  redis.destroy();
  target.stop();
  await service.stop();
}

/** JSON as senders write it: most of it is words and numbers that come once. */
function bodyOf(n: number): string {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    sku: `A-${(n * 7919 + index * 104_729) % 99_991}`,
    quantity: (index % 7) + 1,
  }));
  const order = { id: n, status: 'paid', lines };
  const text = JSON.stringify(order);
  return JSON.stringify({
    ...order,
    note: 'Ring twice, please. '.repeat(99).slice(0, Math.max(0, bodyBytes - text.length)),
  });
}

function tell(what: string, sums: ReadonlyMap<string, number>, shown: (sum: number) => string): void {
  const rows = [...sums].filter(([, sum]) => sum > 0).toSorted(([, one], [, other]) => other - one);
  const whole = rows.reduce((sum, [, one]) => sum + one, 0);
  for (const [name, sum] of [[`all ${what}`, whole] as const, ...rows])
    report({ name, ours: shown(sum), yardstick: null, ratio: null, goal: null });
}

/** A script and the commands that it carries out count under its name, others under their own. */
function countBySender(lines: readonly string[]): ReadonlyMap<string, number> {
  const scripts = scriptNames();
  const sums = new Map<string, number>();
  let sender = '';
  for (const line of lines) {
    const [, from = '', command = '', first = ''] = shownCommand.exec(line) ?? [];
    if (from === '' || (aside.test(command) && from !== 'lua')) continue;
    const isScript = /^eval/i.test(command);
    if (from !== 'lua')
      sender = isScript
        ? (scripts.get(first) ?? 'a script that is sent whole')
        : `plain ${command.toLowerCase()}`;
    sums.set(sender, (sums.get(sender) ?? 0) + 1);
  }
  return sums;
}

/** The names of the scripts of the checkout, by their digests. */
function scriptNames(): ReadonlyMap<string, string> {
  const folder = path.join(root, 'adapters/store');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const text = files.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  const calls = [...text.matchAll(/script\('([\w-]+)'(?:, \[([^\]]*)\])?/g)];
  return new Map(
    calls.map(([, name = '', parts = '']) => {
      const names = [...parts.matchAll(/'([\w-]+)'/g)].map(([, part]) => `script-parts/${part}`);
      const sources = [...names, `scripts/${name}`].map((file) =>
        readFileSync(path.join(folder, `${file}.lua`), 'utf8').replaceAll(/^ *--.*\n/gm, ''),
      );
      return [createHash('sha1').update(sources.join('\n')).digest('hex'), `script ${name}`];
    }),
  );
}

/** The memory of all keys that are there. */
async function bytesByKind(): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for await (const found of redis.scanIterator({ COUNT: 1_000 }))
    for (const key of found) {
      const kind =
        Object.entries(records).find(([, record]) => record.key.matches(key))?.[0] ?? 'unknown key';
      const size = (await redis.memoryUsage(key, { SAMPLES: 0 })) ?? 0;
      const name = (await redis.pTTL(key)) < 0 ? kind : `${kind}${expires}`;
      sums.set(name, (sums.get(name) ?? 0) + size);
    }
  return sums;
}
