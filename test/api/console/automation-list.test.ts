import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

describe('the list of automations', () => {
  it('says of each what happened in the last 24 hours, and what its last delivery came to', async () => {
    const owner = await api.newOwner();
    const quiet = await owner.newAutomation();
    const busy = await owner.newAutomation({ instructions: 'Report id.', filter: 'status is paid' });
    for (const [id, status] of ['paid', 'open', 'paid'].entries())
      await fetch(busy.hook, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-event-id': `e-${id}` },
        body: JSON.stringify({ id, status }),
      });
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(owner.workspace.token);
    const rows = async () => {
      const { text } = await visitor.show('/console/automations');
      const all = text.split('<tr>');
      return {
        busy: all.find((row) => row.includes(busy.id)) ?? '',
        quiet: all.find((row) => row.includes(quiet.id)) ?? '',
      };
    };
    await expect
      .poll(async () => (await rows()).busy)
      .toContain('aria-label="Last 24 hours: 2 succeeded, 1 skipped"');
    const shown = await rows();
    expect(shown.busy).toMatch(/<rect\s+class="succeeded"/);
    expect(shown.busy).toMatch(/href="\/console\/deliveries\/dlv_[\w-]+"/);
    expect(shown.busy).toMatch(/<td class="number">\s*3<span/);
    expect(shown.quiet).toContain('aria-label="Last 24 hours: nothing"');
    expect(shown.quiet).toContain('none yet');
  });

  it('goes on to the next page', async () => {
    const owner = await api.newOwner();
    for (let number = 0; number < 26; number += 1) await owner.newAutomation();
    const visitor = consoleVisitor(api.url);
    await visitor.signIn(owner.workspace.token);
    const { text } = await visitor.show('/console/automations');
    const next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(text.match(/scope="row"/g)).toHaveLength(25);
    expect((await visitor.show(next)).text.match(/scope="row"/g)).toHaveLength(1);
  });
});
