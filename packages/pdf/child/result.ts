import type { PdfDetail, PdfWarning } from '../pdf-answers.ts';
import type { RepairNotes } from './repair-notes.ts';
import type { Upload } from './pdfjs.ts';

export interface ActionInput {
  readonly uploads: readonly [Upload, ...Upload[]];
  readonly ranges: string | null;
  readonly detail: PdfDetail;
  readonly repairs: RepairNotes;
}

/** The result of an action; `content` is written to a file in the job folder. */
export interface ActionResult {
  readonly mediaType: 'application/json' | 'application/pdf';
  readonly content: string | Uint8Array;
  readonly pageCount: number;
  readonly warnings: readonly PdfWarning[];
}
