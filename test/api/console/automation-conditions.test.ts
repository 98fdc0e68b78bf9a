import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor, editorTexts } from '#test/support/automation-editor.ts';
import { csrfIn } from '#test/support/console-visitor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const condition = 'body.order.status == "paid" &&\nnumber(body.order.total) > 100';
const fieldOf = (text: string) => /<textarea\s+id="condition"[^>]*>[^<]*<\/textarea>/.exec(text)?.[0] ?? '';
const shownAs = (text: string) =>
  text.replaceAll('"', '&quot;').replaceAll('&&', '&amp;&amp;').replaceAll('>', '&gt;');

const newVisitor = () => automationEditor(api);

describe('the condition of an automation', () => {
  it('is saved as it was typed, shown again, and taken back by a blank field', async () => {
    const { save, read, show, path } = await newVisitor();
    // As browsers send it.
    await save({ condition: ` ${condition.replace('\n', '\r\n')} ` });
    expect(await read()).toMatchObject({ condition, conditionState: 'adopted' });
    const { text } = await show(path);
    expect(text).toContain('href="/docs/conditions"');
    expect((await show('/docs/conditions')).text).toContain('>True, false or unknown</h3>');
    expect(fieldOf(text)).toContain(`\n${shownAs(condition)}</textarea>`);
    expect(text).toContain('The condition decides; the English is read only where that is unknown');
    await save({ condition: ' ' });
    expect(await read()).toMatchObject({ condition: null, conditionState: 'none' });
  });

  it('follows changed English where it was left as it is, and counts where both were changed', async () => {
    const { save, read } = await newVisitor();
    await save({ condition, filter: 'status is paid' });
    await save({ condition, filter: 'status is open' });
    const ofEnglish = 'sameText(field("status"), "open")';
    expect(await read()).toMatchObject({ condition: ofEnglish, filter: 'status is open' });
    await save({ condition, filter: 'status is new' });
    expect(await read()).toMatchObject({ condition, filter: 'status is new' });
  });

  it.each([['save'], ['check']])('is marked with the place where it does not compile: %s', async (button) => {
    const { save, read } = await newVisitor();
    const wrong = 'body.order.status == "paid" &&\nbody.order.total = 100';
    const { response, text } = await save({
      condition: `\r\n${wrong.replace('\n', '\r\n')}`,
      ...(button === 'check' && { do: 'check' }),
    });
    expect(response.status).toBe(button === 'check' ? 200 : 400);
    expect(text).toMatch(/role="alert"[\s\S]*condition, line 2, column 18: One .* alone is no operator/);
    expect(fieldOf(text)).toContain('aria-invalid="true"');
    expect(fieldOf(text)).toContain(`\n${shownAs(wrong)}</textarea>`);
    expect(await read()).toMatchObject({ condition: null });
  });

  it('is tried on what is stored while it is typed', async () => {
    const { automation, path, show, post, read } = await newVisitor();
    for (const total of [50, 150]) {
      const body = JSON.stringify({ event_id: `e${total}`, order: { total } });
      await fetch(automation.hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }
    const csrf = csrfIn((await show(path)).text);
    const understood = async (typed: string) =>
      (await post(`${path}/understood`, { csrf, instructions: 'Report id.', condition: typed })).text;
    expect(await understood('body.order.total > 100')).toContain('Would run 1 of 2');
    const unread = await understood('bdy.order.total > 100');
    expect(unread).toContain('There is no variable &quot;bdy&quot;.');
    expect(unread).not.toContain('Would run');
    expect(unread).toContain('The sentence is understood.');
    expect(await read()).toMatchObject({ condition: null });
  });

  it('is made with a new automation, and copied with it', async () => {
    const { submit, read } = await newVisitor();
    const idIn = ({ response }: { response: Response }) =>
      /aut_[\w-]+/.exec(response.headers.get('location') ?? '')?.[0] ?? '';
    const path = '/console/automations/new';
    const id = idIn(await submit(path, path, { ...editorTexts, condition }));
    expect(await read(id)).toMatchObject({ condition });
    const copying = `/console/automations/${id}/duplicate`;
    expect(await read(idIn(await submit(copying, copying, {})))).toMatchObject({ condition });
  });

  it('is compared between revisions, and comes back with one', async () => {
    const { save, read, show, submit, path } = await newVisitor();
    await save({ condition: 'body.total > 100', filter: 'total is over 100' });
    const { revision } = await read();
    await save({ condition: 'body.total > 200', filter: 'total is over 200' });
    const { text } = await show(`${path}/revisions`);
    expect(text).toMatch(/<dt>Condition<\/dt>\s*<dd>[\s\S]*?<del>100<\/del><ins>200<\/ins>/);
    await submit(`${path}/revisions`, `${path}/revisions/${revision}`, {});
    expect(await read()).toMatchObject({ condition: 'body.total > 100', filter: 'total is over 100' });
  });
});
