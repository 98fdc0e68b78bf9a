import { gzipSync } from 'node:zlib';

/** Text that is constant for the life of the process and therefore compressed once, when it is first asked for. */
export interface PreparedText {
  readonly text: string;
  readonly gzip: Buffer;
}

export function prepareText(text: string): PreparedText {
  let gzip: Buffer | undefined;
  return {
    text,
    get gzip() {
      return (gzip ??= gzipSync(text));
    },
  };
}
