import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Automation } from '#contracts/automation.ts';
import { consoleVisitor } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

async function newVisitor() {
  const owner = await api.newOwner();
  const { id } = await owner.newAutomation({
    instructions: 'Report the order id.',
    filter: 'status is paid',
  });
  const visitor = consoleVisitor(api.url);
  await visitor.signIn(owner.workspace.token);
  const change = (body: object) => owner.manage('PATCH', `/automations/${id}`, body);
  const read = async () => (await (await owner.manage('GET', `/automations/${id}`)).json()) as Automation;
  return { ...owner, ...visitor, id, path: `/console/automations/${id}/revisions`, change, read };
}

describe('the page of revisions', () => {
  it('says word by word what each changed', async () => {
    const { change, show, path } = await newVisitor();
    await change({ instructions: 'Report the order total <b>.' });
    await change({ filter: null, retry: { tries: 1 } });
    const { text } = await show(path);
    expect(text.match(/<h2>Revision \d/g)?.map((found) => found.slice(4))).toEqual([
      'Revision 3',
      'Revision 2',
      'Revision 1',
    ]);
    expect(text).toMatch(/<del>id<\/del><ins>total &lt;b&gt;<\/ins>/);
    expect(text).toMatch(/<dt>Filter<\/dt>\s*<dd>[\s\S]*?<del>status is paid<\/del>/);
    expect(text).toMatch(/<dt>Retries<\/dt>/);
    expect(text.match(/<dt>Name<\/dt>/g)).toBeNull();
  });

  it('returns to one by one click, which is the next revision', async () => {
    const { change, read, submit, path, id } = await newVisitor();
    const { name, instructions, filter, retry, model } = await read();
    await change({
      name: 'Other',
      instructions: 'Report id.',
      filter: null,
      retry: { tries: 2 },
      model: { effort: 'low' },
    });
    const { response } = await submit(path, `${path}/1`, {});
    expect(response.headers.get('location')).toBe(`/console/automations/${id}?saved`);
    expect(await read()).toMatchObject({ name, instructions, filter, retry, model, revision: 3 });
  });

  it('says what the last one on a page changed, too', async () => {
    const { change, show, path } = await newVisitor();
    for (let number = 2; number <= 22; number += 1) await change({ name: `Name ${number}` });
    const { text } = await show(path);
    expect(text.match(/Return to revision/g)).toHaveLength(19);
    expect(text).toMatch(/<del>2<\/del><ins>3<\/ins>/);
    const next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const older = await show(next);
    expect(older.text).toContain('Return to revision 1');
    expect(older.text).toContain('The first one that is kept.');
  });

  it('is not found for another workspace, nor are its revisions', async () => {
    const { path } = await newVisitor();
    const { show, submit } = await newVisitor();
    expect((await show(path)).response.status).toBe(404);
    expect((await submit('/console/automations', `${path}/1`, {})).response.status).toBe(404);
  });
});
