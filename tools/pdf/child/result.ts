import type { PdfWarning } from '../pdf-answers.ts';
import type { RepairNotes } from './repair-notes.ts';
import type { Upload } from './pdfjs.ts';

/** What every action is given. */
export interface ActionInput {
  readonly uploads: readonly [Upload, ...Upload[]];
  readonly ranges: string | null;
  readonly repairs: RepairNotes;
}

/** What an action hands back; the bytes of `content` become a file in the job folder. */
export interface ActionResult {
  readonly mediaType: 'application/json' | 'application/pdf';
  readonly content: string | Uint8Array;
  readonly pageCount: number;
  readonly warnings: readonly PdfWarning[];
}
