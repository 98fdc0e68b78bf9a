import { gzipSync } from 'node:zlib';

/** Text that is constant for the life of the process and therefore compressed once. */
export interface PreparedText {
  readonly text: string;
  readonly gzip: Buffer;
}

export const prepareText = (text: string): PreparedText => ({ text, gzip: gzipSync(text) });
