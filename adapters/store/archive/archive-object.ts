import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import { z } from 'zod';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const texts = z.record(z.string(), z.string());
const Kept = z.object({ fields: texts, steps: texts, hasBody: z.boolean() });

export interface StoredRun {
  readonly fields: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

const lengthBytes = 4;

/** One compressed object: the length of the record, the record as JSON, the body byte for byte. */
export async function packRun({ fields, steps, body }: StoredRun): Promise<Buffer> {
  const record = Buffer.from(JSON.stringify({ fields, steps, hasBody: body !== null }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(record.byteLength);
  return await compress(Buffer.concat([length, record, body ?? Buffer.alloc(0)]));
}

/** Rejects for bytes that {@link packRun} did not make. */
export async function unpackRun(packed: Buffer): Promise<StoredRun> {
  const bytes = await decompress(packed);
  const end = lengthBytes + bytes.readUInt32BE();
  const { hasBody, ...kept } = Kept.parse(JSON.parse(bytes.toString('utf8', lengthBytes, end)));
  return { ...kept, body: hasBody ? bytes.subarray(end) : null };
}
