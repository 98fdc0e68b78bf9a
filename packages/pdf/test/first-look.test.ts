import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkFirstLooks, createFirstLook } from '#pdf/first-look.ts';

async function look(file: Buffer | string, chunkSizes: readonly number[] = [65_536]) {
  const bytes = Buffer.from(file);
  const created = createFirstLook();
  const passed: Buffer[] = [];
  const chunks = (async function* () {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const size = chunkSizes[turn % chunkSizes.length]!;
      yield bytes.subarray(at, at + size);
      at += size;
    }
  })();
  for await (const chunk of created.pass(chunks)) passed.push(chunk);
  expect(Buffer.concat(passed).equals(bytes)).toBe(true);
  return created;
}

const mayBePdf = async (...file: Parameters<typeof look>) => (await look(...file)).mayBePdf();

it.each([
  ['with an object and a trailer', '%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>'],
  ['with a catalogue, cut off before its index', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>'],
  ['whose lines end in carriage returns', '%PDF-1.7\r12\r0\robj<</Type/Catalog>>'],
  ['whose blanks are tabs and zeros', '%PDF-1.7\n12\t\0 0 \fobj\n<<>> startxref'],
  ['with an index in a stream alone', '%PDF-1.7\n9 0 obj<</Type/XRef>>stream'],
  ['whose header comes late', `${'\n'.repeat(1_000)}%PDF-1.7\n1 0 obj /Root`],
])('a file %s may be a PDF', async (_, file) => {
  expect(await mayBePdf(file)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['a header alone', '%PDF-1.7\n'],
  ['a header and junk', `%PDF-1.4\n${'x'.repeat(100_000)}`],
  ['words that are no objects', '%PDF-1.4\nobj endobj 0 obj 1obj 1 0obj a 0 obj trailer /Root'],
  ['objects that nothing leads to', '%PDF-1.4\n1 0 obj << >> endobj'],
  ['no header', '1 0 obj << /Type /Catalog >> endobj trailer << /Root 1 0 R >>'],
  ['a header that comes too late', `${'\n'.repeat(1_024)}%PDF-1.7\n1 0 obj /Root`],
])('%s is no PDF', async (_, file) => {
  expect(await mayBePdf(file)).toBe(false);
});

it('does not depend on where chunks end', async () => {
  const file = `${' '.repeat(90)}%PDF-1.7\n${'x'.repeat(300)}\n1234567890 65535 obj ${'y'.repeat(300)} startxref`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1 }), async (sizes) => {
      expect(await mayBePdf(file, sizes)).toBe(true);
      expect(await mayBePdf(file.replace('obj', 'ob j'), sizes)).toBe(false);
    }),
  );
});

it('names the upload that is no PDF', async () => {
  const pdf = await look('%PDF-1.7\n1 0 obj /Root');
  expect(() => checkFirstLooks([pdf, pdf])).not.toThrow();
  expect(() => checkFirstLooks([pdf, createFirstLook()])).toThrow('files: PDF 2 of 2 is not a PDF');
  expect(() => checkFirstLooks([createFirstLook()])).toThrow('file is not a PDF');
});
