import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { startApi } from '#test/support/service.ts';

const folder = new URL('../../docs/guides/', import.meta.url);
/** The calls of the first automation build on each other: test/e2e/readme.test.ts makes them in order. */
const guides = readdirSync(folder)
  .filter((file) => file !== 'first-automation.md')
  .map((file) => [file, readFileSync(new URL(file, folder), 'utf8')] as const);
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) => block);
const calls = guides.flatMap(([file, text]) =>
  blocks(text, 'sh').flatMap((block) =>
    block.startsWith('curl ') ? [[file, block.split('\n')[0]!, block] as const] : [],
  ),
);

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function newAutomation() {
  const owner = await api.newOwner();
  const automation = await owner.newAutomation();
  for (const eventId of ['a', 'b', 'c'])
    await fetch(automation.hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-service-event-id': eventId },
      body: JSON.stringify({ status: 'paid', order: { id: eventId, total: 150 } }),
    });
  return { ...owner, automation };
}

it.each(calls)('a call of the guide %s does what it says: %s', async (_file, _line, block) => {
  const { workspace, manage, automation } = await newAutomation();
  const read = await (await manage('GET', `/automations/${automation.id}`)).json();
  const { planDigest } = read as { planDigest: string };
  const script = `set -euo pipefail\ncurl() { command curl --silent --show-error --fail-with-body "$@"; }\n${block}`;
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', script.replaceAll('http://localhost:8080', api.url)],
    {
      env: {
        PATH: process.env['PATH'],
        URL: api.url,
        TOKEN: workspace.token,
        HOOK: automation.hook,
        ID: automation.id,
        AGENT: automation.agentId,
        DIGEST: planDigest,
      },
    },
  );
  expect(JSON.parse(stdout)).toEqual(expect.any(Object));
});

it('there are calls of several guides', () => {
  expect(new Set(calls.map(([file]) => file)).size).toBeGreaterThan(2);
});

it('an owner is shown what the guide to filters shows', async () => {
  const [example = ''] = blocks(guides.find(([file]) => file === 'filters.md')![1], 'json');
  const { understood, wouldRun } = JSON.parse(example) as {
    understood: object;
    wouldRun: { warning: string; evidence: readonly { evidence: string }[] };
  };
  const { manage, automation } = await newAutomation();
  const texts = { filter: 'Only run when staus is paid', instructions: 'Be nice to people' };
  const shown = await (await manage('PATCH', `/automations/${automation.id}`, texts)).json();
  expect(shown).toMatchObject({
    understood,
    wouldRun: {
      of: 3,
      run: 0,
      skip: 0,
      unknown: 3,
      warning: wouldRun.warning.replace('all 20', 'all 3'),
      evidence: [{ matched: null, evidence: wouldRun.evidence[0]!.evidence }, {}, {}],
    },
  });
});
