import { refusals, uploadName } from './refusals.ts';

/** PDF readers accept a header within the first bytes of the file. */
export const headerWithin = 1_024;

/** At most this far before `obj` the number of the object begins. */
const objectReach = 64;
/** The end of one chunk, and the start of the next, that may hold parts of one name. */
const seamBytes = 2 * objectReach;
/**
 * After the first object one of these is left in every file of which an engine finds the pages. They are never compressed or
 * encrypted.
 */
const roots = ['/Root', 'Catalog', 'XRef', 'trailer', 'xref'];

const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39;
const isBlank = (byte = 1) => byte === 0x20 || byte === 0 || (byte >= 9 && byte <= 13);

/** Whether the word that begins at this place is that of an object's first line: `7 0 obj`. */
function beginsObject(bytes: Buffer, at: number): boolean {
  let place = at - 1;
  for (const isPart of [isBlank, isDigit, isBlank]) {
    const end = place;
    while (place >= at - objectReach && isPart(bytes[place])) place -= 1;
    if (place === end) return false;
  }
  return isDigit(bytes[place]);
}

/** The offset of the first object; -1 where there is none. */
function firstObject(bytes: Buffer): number {
  let at = bytes.indexOf('obj');
  while (at !== -1 && !beginsObject(bytes, at)) at = bytes.indexOf('obj', at + 3);
  return at;
}

/** A look at the bytes of an upload as they arrive. The time that it takes depends on their number alone. */
export interface FirstLook {
  pass(source: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** False where no engine can find a page in what has passed. */
  mayBePdf(): boolean;
}

/** Engines take seconds to find nothing in a large file that is no PDF. This takes milliseconds. */
export function createFirstLook(): FirstLook {
  let start = Buffer.alloc(0);
  let rest: Buffer = Buffer.alloc(0);
  let hasObject = false;
  let hasRoot = false;

  /** Resumes at an offset. Returns where objects begin; -1 where none has been seen. */
  function seeIn(bytes: Buffer, from: number): number {
    const objectAt = hasObject ? from : firstObject(bytes);
    hasObject = objectAt !== -1;
    hasRoot = hasObject && roots.some((word) => bytes.includes(word, objectAt));
    return objectAt;
  }

  function see(chunk: Buffer): void {
    if (start.length < headerWithin) start = Buffer.concat([start, chunk]).subarray(0, headerWithin);
    if (hasRoot) return;
    // A name may begin in the chunk before. Chunks are not joined as a whole: copies of all bytes keep the collector busy.
    const seam = Buffer.concat([rest, chunk.subarray(0, seamBytes)]);
    const objectAt = seeIn(seam, 0);
    if (!hasRoot) seeIn(chunk, Math.max(0, objectAt - rest.length));
    rest = (chunk.length < seamBytes ? seam : chunk).subarray(-seamBytes);
  }

  return {
    async *pass(source) {
      for await (const chunk of source) {
        see(chunk);
        yield chunk;
      }
    },
    mayBePdf: () => hasRoot && start.includes('%PDF-'),
  };
}

/** Throws INVALID_PDF, naming the upload, where one of a request is no PDF. */
export function checkFirstLooks(looks: readonly FirstLook[]): void {
  const index = looks.findIndex((look) => !look.mayBePdf());
  if (index !== -1) throw refusals.notPdf(uploadName(index, looks.length));
}
