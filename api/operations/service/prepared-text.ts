import { gzipSync } from 'node:zlib';

/** A text that never changes while the process runs: it is compressed once. */
export interface PreparedText {
  readonly text: string;
  readonly gzip: Buffer;
}

export const prepareText = (text: string): PreparedText => ({ text, gzip: gzipSync(text) });
