import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { headerWithin } from '../first-look.ts';

/** The bytes of a file; undefined if it has no PDF header. A fresh copy each time, because engines take ownership. */
export function readPdf(path: string): Uint8Array<ArrayBuffer> | undefined {
  // Synchronous: the process has nothing else to do, and an asynchronous read has more overhead.
  const buffer = readFileSync(path);
  if (!buffer.subarray(0, headerWithin).includes('%PDF-')) return undefined;
  const whole = withTrailer(buffer);
  // Engines take ownership of the ArrayBuffer; small buffers share one with others (Node's pool).
  const isAlone = whole.byteLength === whole.buffer.byteLength;
  return isAlone ? new Uint8Array(whole.buffer) : new Uint8Array(whole);
}

/** The version in the header; null if it is not written there as usual. */
export function headerVersion(path: string): string | null {
  const start = Buffer.alloc(headerWithin);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, headerWithin, 0);
  } finally {
    closeSync(file);
  }
  return /%PDF-(\d\.\d)/.exec(start.toString('latin1'))?.[1] ?? null;
}

const pagePattern = /\/Type\s*\/Page\b|\/ObjStm\b/;
const catalogPattern = /\/Type\s*\/Catalog\b/g;
const objectPattern = /(\d{1,10}) (\d{1,5}) obj\b/g;
/** Maximum distance from the start of an object to its /Type. */
const objectReach = 2_000;

/**
 * A truncated file has lost its trailer. The engines recover all other objects; this finds the catalogue and appends a
 * trailer for it.
 */
function withTrailer(file: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (file.includes('trailer') || file.includes('/XRef')) return file;
  const catalog = [...file.toString('latin1').matchAll(catalogPattern)].at(-1);
  // Without a page there is nothing to recover: a trailer would make the engines invent one.
  if (!catalog || !pagePattern.test(file.toString('latin1'))) return file;
  const before = file.toString('latin1', Math.max(0, catalog.index - objectReach), catalog.index);
  const object = [...before.matchAll(objectPattern)].at(-1);
  if (!object) return file;
  const trailer = `\ntrailer\n<< /Root ${object[1]} ${object[2]} R >>\nstartxref\n0\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(trailer, 'latin1')]);
}
