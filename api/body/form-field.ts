import { Readable } from 'node:stream';

import { Busboy } from '@fastify/busboy';

/** A form of more fields is of no person; those beyond are not read. */
const limits = {
  fields: 2_000,
  fieldNameSize: 200,
  fieldSize: 1_000,
  parts: 2_000,
  files: 0,
  headerPairs: 50,
};

/** Whether a field of an HTML form is filled in. A body that is no form has no fields. */
export async function isFieldFilledIn(contentType: string, body: Buffer, wanted: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isFilledIn = false;
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits });
    form.on('field', (name, value) => {
      isFilledIn ||= name === wanted && value.trim() !== '';
    });
    const end = () => resolve(isFilledIn);
    form.on('finish', end).on('error', end);
    Readable.from([body]).pipe(form);
  } catch {
    // The content type names no boundary.
    return false;
  }
  return await promise;
}
