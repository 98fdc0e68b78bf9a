import { inflateSync, inflateRawSync } from 'node:zlib';

function inflated(data: Buffer): Buffer {
  for (const inflate of [inflateSync, inflateRawSync]) {
    try {
      return inflate(data, { finishFlush: 2 });
    } catch {
      // Not of this kind.
    }
  }
  return Buffer.alloc(0);
}

/** The bytes of every stream, decompressed. */
function streams(pdf: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = pdf.indexOf('stream'); at !== -1; at = pdf.indexOf('stream', at + 6)) {
    if (pdf.toString('latin1', at - 3, at) === 'end') continue;
    const start = at + (pdf[at + 6] === 13 ? 8 : 7);
    const end = pdf.indexOf('endstream', start);
    if (end === -1) break;
    found.push(inflated(pdf.subarray(start, end)));
  }
  return found;
}

function readings(bytes: Buffer): string[] {
  const latin = bytes.toString('latin1');
  const hex = [...latin.matchAll(/<([0-9A-Fa-f\s]+)>/g)].map(([, digits = '']) =>
    Buffer.from(digits.replace(/\s/g, ''), 'hex'),
  );
  const all = [bytes, ...hex];
  return all.flatMap((part) => {
    const even = part.length % 2 === 0 ? part : part.subarray(0, -1);
    return [
      part.toString('latin1'),
      part.toString('utf16le'),
      Buffer.from(even).swap16().toString('utf16le'),
    ];
  });
}

/** Everything that can be read in a file: raw and decompressed, as bytes, UTF-16 and hexadecimal strings. */
export function allText(pdf: Buffer): string {
  return [pdf, ...streams(pdf)].flatMap(readings).join('\n');
}
