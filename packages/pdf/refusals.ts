import { pdfPagesMax } from './pdf-answers.ts';
import { PdfError } from './pdf-error.ts';

/** The refusals of a job. Messages reveal neither engine nor paths. `which` names the upload. */
export const refusals = {
  notPdf: (which: string) =>
    new PdfError('INVALID_PDF', `${which} is not a PDF, or is damaged beyond repair.`),
  encrypted: (which: string) => new PdfError('PDF_ENCRYPTED', `${which} needs a password to open.`),
  wrongPassword: (which: string) =>
    new PdfError('PDF_ENCRYPTED', `${which} does not open with this password.`, {
      hint: 'Check the password: capitals, blanks and special characters count.',
    }),
  tooManyPages: (which: string, pages: number) =>
    new PdfError('PAYLOAD_TOO_LARGE', `${which} has ${pages} pages; at most ${pdfPagesMax} are allowed.`, {
      hint: 'Send a document with fewer pages.',
    }),
} as const;

/** The name of an upload in messages: `file`, or its position among several. */
export function uploadName(index: number, count: number): string {
  return count === 1 ? 'file' : `files: PDF ${index + 1} of ${count}`;
}
