import { createHash } from 'node:crypto';
import { rawPdf, rawStream } from './make-pdf.ts';

const padding = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const permissions = -3904;
const fileId = Buffer.from('0123456789abcdef');

const md5 = (...parts: readonly Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const padded = (password: string) =>
  Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + state[i]!) & 255;
      [state[i], state[j]] = [state[j]!, state[i]!];
      return byte ^ state[(state[i]! + state[j]!) & 255]!;
    }),
  );
}

/** A page under PDF's first standard encryption (40 bits): with an empty user password everybody can open it. */
export function encryptedPdf({ userPassword, text }: { userPassword: string; text: string }): Uint8Array {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const key = md5(padded(userPassword), owner, flags, fileId).subarray(0, 5);
  const contentNumber = 4;
  const objectKey = md5(key, Buffer.from([contentNumber, 0, 0, 0, 0])).subarray(0, 10);
  const content = rc4(objectKey, Buffer.from(`BT /F1 12 Tf 50 700 Td (${text}) Tj ET`));
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      rawStream('', content),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P ${permissions} >>`,
    ],
    `/Encrypt 6 0 R /ID [${hex(fileId)} ${hex(fileId)}]`,
  );
}
