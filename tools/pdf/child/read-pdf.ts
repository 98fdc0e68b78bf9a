import { readFile } from 'node:fs/promises';

/** Readers accept a header that does not begin the file, as long as it comes this early. */
const headerWithin = 1_024;

/** The bytes of a file, or nothing when it does not even claim to be a PDF. A fresh copy each time: engines keep theirs. */
export async function readPdf(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const buffer = await readFile(path);
  if (!buffer.subarray(0, headerWithin).includes('%PDF-')) return undefined;
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
