import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { automationEditor, editorTexts as texts } from '#test/support/automation-editor.ts';
import { startApi } from '#test/support/service.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const typed = {
  'form.redirectUrl': 'https://www.example.com/thanks',
  'form.honeypot': 'website',
  'form.origins': 'https://www.example.com\r\nhttp://localhost:3000',
};
const form = {
  redirectUrl: 'https://www.example.com/thanks',
  honeypot: 'website',
  origins: ['https://www.example.com', 'http://localhost:3000'],
};

const newVisitor = () => automationEditor(api);

describe('the answer to visitors of an HTML form', () => {
  it('is typed, shown again, and taken back by blank fields', async () => {
    const { save, read, show, path } = await newVisitor();
    await save(typed);
    expect(await read()).toMatchObject({ form });
    const { text } = await show(path);
    expect(text).toContain('value="https://www.example.com/thanks"');
    expect(text).toContain('https://www.example.com\nhttp://localhost:3000</textarea>');
    await save({ 'form.redirectUrl': ' ' });
    expect(await read()).toMatchObject({ form: null });
  });

  it('is refused at the field that is wrong, with what was typed', async () => {
    const { save, read } = await newVisitor();
    for (const [name, value] of [
      ['form.redirectUrl', 'http://www.example.com/thanks'],
      ['form.origins', 'https://www.example.com/contact'],
      ['form.text', '<b>beside an address</b>'],
    ] as const) {
      const { response, text } = await save({ ...typed, [name]: value });
      expect(response.status).toBe(400);
      expect(text).toMatch(new RegExp(`id="${name}"[^>]*aria-invalid="true"`));
      expect(text).not.toContain('<b>');
    }
    expect(await read()).toMatchObject({ form: null, name: 'Orders' });
  });

  it('is said of a new automation, and copied with it', async () => {
    const { submit, read } = await newVisitor();
    const path = '/console/automations/new';
    const idIn = ({ response }: { response: Response }) =>
      /aut_[\w-]+/.exec(response.headers.get('location') ?? '')?.[0] ?? '';
    const id = idIn(await submit(path, path, { ...texts, ...typed }));
    expect(await read(id)).toMatchObject({ form });
    const copying = `/console/automations/${id}/duplicate`;
    expect(await read(idIn(await submit(copying, copying, {})))).toMatchObject({ form });
  });
});
