import path from 'node:path';

import type { PdfAction } from '@reveille/pdf';

/** An action of the API and the native program that does the same. */
export interface PdfContest {
  readonly action: PdfAction;
  readonly ranges: string | null;
  /** The ratio to the native program, at most. */
  readonly goal: number;
  /** Its command for a file; it writes its result into the folder. */
  readonly native: (file: string, dir: string) => readonly [string, ...string[]];
}

const result = (dir: string, extension: string) => path.join(dir, `native.${extension}`);

export const pdfContests: readonly PdfContest[] = [
  {
    action: 'pdf-to-text',
    ranges: null,
    goal: 2,
    native: (file, dir) => ['pdftotext', file, result(dir, 'txt')],
  },
  { action: 'get-info', ranges: null, goal: 1.5, native: (file) => ['pdfinfo', file] },
  {
    action: 'split',
    ranges: '1',
    goal: 2.5,
    native: (file, dir) => ['qpdf', '--empty', '--pages', file, '1', '--', result(dir, 'pdf')],
  },
  {
    action: 'merge',
    ranges: null,
    goal: 1.2,
    native: (file, dir) => ['qpdf', '--empty', '--pages', file, file, '--', result(dir, 'pdf')],
  },
];
