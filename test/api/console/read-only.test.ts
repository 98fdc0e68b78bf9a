import { afterAll, beforeAll, expect, it } from 'vitest';

import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startRunsWorker } from '#test/support/runs-worker.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let worker: Awaited<ReturnType<typeof startRunsWorker>>;
beforeAll(async () => {
  api = await startApi();
  worker = await startRunsWorker(api);
});
afterAll(async () => {
  await worker[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

const note = 'You can only read this';

/** The pages on which something of a workspace can be changed or run, each with a button that does it. */
async function pagesOf() {
  const owner = await api.newOwner();
  const made = async (path: string, body: object) =>
    (await (await owner.manage('POST', path, body)).json()) as Record<string, string>;
  const automation = await owner.newAutomation({ instructions: 'Reply "ok".' });
  const answer = await fetch(automation.hook, { method: 'POST', body: '{"event_id":"evt"}' });
  const { deliveryId } = (await answer.json()) as { deliveryId: string };
  const policy = await made(`/agents/${automation.agentId}/network-access`, { domain: 'api.example.com' });
  await made('/secrets', { name: 'crm', value: 'value-of-crm', domains: ['crm.example'] });
  const rule = await made('/alerts', {
    name: 'On call',
    condition: { kind: 'first_failure' },
    channel: { kind: 'webhook', url: 'https://example.com/alerts' },
  });
  const visitorOf = async (role: 'viewer' | 'editor' | 'owner') => {
    const visitor = consoleVisitor(api.url);
    await visitor.signIn((await made('/tokens', { name: role, role }))['token'] ?? '');
    return visitor;
  };
  const pages = {
    delivery: [`/console/deliveries/${deliveryId}`, 'Replay'],
    activity: ['/console/activity', 'Replay the chosen'],
    secrets: ['/console/secrets', 'Store this secret'],
    secret: ['/console/secrets/crm', 'Delete this secret'],
    policy: [`/console/network-access/${policy['id']}`, 'Remove this domain'],
    rule: [`/console/alerts/${rule['id']}`, 'Delete this rule'],
  } as const;
  return { pages, visitorOf };
}

/** The buttons of a page that can be pressed; those of its frame aside. */
const buttonsOf = (text: string) => {
  const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'));
  const open = main.replaceAll(/<fieldset\s+disabled[\s\S]*?<\/fieldset>/g, '');
  return [...open.matchAll(/<button[^>]*>([^<]*)<\/button>/g)].map(([, label = '']) => label.trim());
};

it('a viewer is told on each page that it can only be read, and has no button that changes or runs something', async () => {
  const { pages, visitorOf } = await pagesOf();
  const [viewer, owner] = [await visitorOf('viewer'), await visitorOf('owner')];
  for (const [path, label] of Object.values(pages)) {
    const seen = (await viewer.show(path)).text;
    expect(seen, path).toContain(note);
    expect(buttonsOf(seen), path).not.toContain(label);
    const own = (await owner.show(path)).text;
    expect(own, path).not.toContain(note);
    expect(buttonsOf(own), path).toContain(label);
  }
});

it('an editor is told so where only owners change something', async () => {
  const { pages, visitorOf } = await pagesOf();
  const editor = await visitorOf('editor');
  const notes = await Promise.all(
    Object.entries(pages).map(async ([name, [path]]) => [
      name,
      (await editor.show(path)).text.includes(note),
    ]),
  );
  expect(Object.fromEntries(notes)).toEqual({
    delivery: false,
    activity: false,
    secrets: true,
    secret: true,
    policy: true,
    rule: false,
  });
});
