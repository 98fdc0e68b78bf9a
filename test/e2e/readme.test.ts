import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { plainEnvironment, startReveille } from '#test/support/reveille.ts';
import { scratchCopy } from '#test/support/scratch-copy.ts';
import { freePort } from '#platform/free-port.ts';
import { startShell } from '#test/support/shell.ts';

/** The service of this test stands for `npm start`. */
const runElsewhere = ['npm start'];

async function blocksOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block);
}

/** The README leaves the URL of the automation to the reader, who made one in the console. */
const urlToFill = 'http://localhost:8080/hooks/…';

test('every command of the README and of the first automation does what the text says', async () => {
  await using copy = await scratchCopy();
  const pages = ['README.md', 'docs/guides/first-automation.md'];
  const blocks = (await Promise.all(pages.map((page) => blocksOf(path.join(copy.directory, page))))).flat();
  expect(blocks).toEqual(expect.arrayContaining(runElsewhere));
  const port = await freePort();
  const settings = { PORT: String(port), METRICS_PORT: '0', EGRESS_ALLOW_ADDRESSES: '127.0.0.0/8' };
  const dataDir = path.join(copy.directory, '.data');
  await using service = startReveille(dataDir, settings, copy.directory);
  const { url, token } = await service.ready();

  /** The reader looks up from the terminal now and then: runs have ended meanwhile. */
  const allEnded = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const automations = (await (await fetch(`${url}/manage/automations`, { headers })).json()) as {
      items: { id: string }[];
    };
    const running = await Promise.all(
      automations.items.map(async ({ id }) => {
        const response = await fetch(`${url}/manage/automations/${id}/activity?outcome=running`, { headers });
        return ((await response.json()) as { items: unknown[] }).items.length;
      }),
    );
    return running.every((count) => count === 0);
  };

  // Newer than the agent of the automations, and first in the list: the commands must not mean this one.
  const other = await fetch(`${url}/manage/agents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"name":"Somebody else"}',
  });
  const { id: otherAgentId } = (await other.json()) as { id: string };

  const created = await fetch(`${url}/manage/automations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"name":"Made in the console","instructions":"Report id and total."}',
  });
  const { url: hookUrl } = (await created.json()) as { url: string };

  await using shell = startShell(copy.directory, plainEnvironment());
  const outputs: string[] = [];
  const commands = blocks.filter((text) => !runElsewhere.includes(text));
  for (const block of commands) {
    const filled = block.replace(urlToFill, hookUrl).replaceAll('localhost:8080', `localhost:${port}`);
    outputs.push(await shell.run(filled));
    await expect.poll(allEnded, { interval: 100 }).toBe(true);
  }
  const outputOf = (command: string) => outputs[commands.findIndex((text) => text.includes(command))]!;

  expect(outputOf(urlToFill)).toContain('"status":"accepted"');
  const deliveries = outputOf('order-1042-paid');
  const statuses = [...deliveries.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
  expect(statuses).toEqual(['accepted', 'duplicate', 'accepted']);
  expect(deliveries).toContain('"eventIdSource":"payload"');

  const reading = outputOf('/activity');
  expect(reading).toContain('"outcome":"skipped"');
  expect(reading).toContain('"outcome":"succeeded"');
  const answer = /"answer":"((?:[^"\\]|\\.)*)"/.exec(reading)?.[1];
  for (const value of ['1042', '59.90', 'ada@example.com']) expect(answer).toContain(value);

  const access = outputOf('network-access/check');
  expect(access).toContain('"allowed":true');
  expect(access).toContain('"attachedHeaders":["Authorization"]');
  expect(access).not.toContain('my-api-key');
  const othersList = await fetch(`${url}/manage/agents/${otherAgentId}/network-access`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await othersList.json()).toMatchObject({ items: [] });

  const demo = outputOf('npm run demo');
  for (const promise of ['succeeded', 'skipped', 'duplicate', 'with the key'])
    expect(demo).toContain(promise);
  expect(demo).not.toContain('without the key');
  expect(demo).not.toContain('needs_model');
});
