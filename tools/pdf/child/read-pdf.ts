import { readFileSync } from 'node:fs';

/** Readers accept a header that does not begin the file, as long as it comes this early. */
const headerWithin = 1_024;

/** The bytes of a file, or nothing when it does not even claim to be a PDF. A fresh copy each time: engines keep theirs. */
export function readPdf(path: string): Uint8Array<ArrayBuffer> | undefined {
  // At once: nobody else waits in this process, and the four steps of an asynchronous read cost more than the reading.
  const buffer = readFileSync(path);
  if (!buffer.subarray(0, headerWithin).includes('%PDF-')) return undefined;
  const whole = withTrailer(buffer);
  // Engines take the memory over; that of a small file is shared with others.
  const isAlone = whole.byteLength === whole.buffer.byteLength;
  return isAlone ? new Uint8Array(whole.buffer) : new Uint8Array(whole);
}

const catalogPattern = /\/Type\s*\/Catalog\b/g;
const objectPattern = /(\d{1,10}) (\d{1,5}) obj\b/g;
/** An object begins at most this far before its type is named. */
const objectReach = 2_000;

/**
 * A file that was cut off has lost the trailer that says where to begin. The engines find all other objects again by
 * themselves; this finds the catalogue and writes a trailer for it.
 */
function withTrailer(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (file.includes('trailer') || file.includes('/XRef')) return file;
  const catalog = [...file.toString('latin1').matchAll(catalogPattern)].at(-1);
  if (!catalog) return file;
  const before = file.toString('latin1', Math.max(0, catalog.index - objectReach), catalog.index);
  const object = [...before.matchAll(objectPattern)].at(-1);
  if (!object) return file;
  const trailer = `\ntrailer\n<< /Root ${object[1]} ${object[2]} R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(trailer, 'latin1')]);
}
