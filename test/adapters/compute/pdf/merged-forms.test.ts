import { PDFDocument, type PDFTextField } from 'pdf-lib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startEngine, type TestEngine } from './support/engine.ts';
import { makePdf } from './support/make-pdf.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine({ processes: 1 });
});
afterAll(() => engine[Symbol.asyncDispose]());

/** A page with a text field for each entry. */
async function filled(values: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([612, 792]);
  Object.entries(values).forEach(([name, value], index) => {
    const field = document.getForm().createTextField(name);
    field.setText(value);
    field.addToPage(page, { x: 50, y: 700 - index * 40, width: 200, height: 20 });
  });
  return document.save();
}

async function merged(...files: readonly Uint8Array[]) {
  const { warnings } = (await engine.outcome('merge', files)) as { warnings?: readonly string[] };
  const document = await PDFDocument.load(await engine.merge(files));
  const fields = document.getForm().getFields() as PDFTextField[];
  return { warnings, values: Object.fromEntries(fields.map((field) => [field.getName(), field.getText()])) };
}

it('two filled copies of a form keep both values, and the second has names of its own', async () => {
  const [alice, bob] = [await filled({ name0: 'ALICE' }), await filled({ name0: 'BOB' })];
  expect(await merged(alice, bob)).toEqual({
    values: { name0: 'ALICE', 'name0+1': 'BOB' },
    warnings: ['FIELDS_RENAMED'],
  });
});

it('below a group only the group is renamed, and each copy counts on', async () => {
  const copies = await Promise.all(
    ['one', 'two', 'three'].map((value) => filled({ 'form.a.name': value, 'form.b': value })),
  );
  expect((await merged(...copies)).values).toEqual({
    'form.a.name': 'one',
    'form.b': 'one',
    'form+1.a.name': 'two',
    'form+1.b': 'two',
    'form+2.a.name': 'three',
    'form+2.b': 'three',
  });
});

it('a new name is none that another field has', async () => {
  const first = await filled({ name: 'a', 'name+1': 'b' });
  const second = await filled({ name: 'c', 'name+2': 'd' });
  expect((await merged(first, await makePdf(2), second)).values).toEqual({
    name: 'a',
    'name+1': 'b',
    'name+3': 'c',
    'name+2': 'd',
  });
});

it('names of letters beyond Latin are renamed as well, and other names stay', async () => {
  const [first, second] = [
    await filled({ Größe日: 'a', first: 'b' }),
    await filled({ Größe日: 'c', second: 'd' }),
  ];
  expect((await merged(first, second)).values).toEqual({
    Größe日: 'a',
    first: 'b',
    'Größe日+1': 'c',
    second: 'd',
  });
});

it('forms without a common name are merged as they are', async () => {
  expect(await merged(await filled({ a: '1' }), await filled({ b: '2' }))).toEqual({
    values: { a: '1', b: '2' },
    warnings: [],
  });
});

it('fields of several groups keep their whole names beside a document without a form', async () => {
  const values = { 'form.a.name': '1', 'form.b.c.name': '2', 'form.b.d.name': '3', 'form.e': '4' };
  expect(await merged(await filled(values), await makePdf(1))).toEqual({ values, warnings: [] });
});
