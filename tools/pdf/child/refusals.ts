import { pdfLimits } from '../../../contracts/pdf.ts';
import { DomainError } from '../../../domain/domain-error.ts';

/** The refusals of a job, in sentences that hold nothing of an engine or of our disk. `which` names the upload. */
export const refusals = {
  notPdf: (which: string) =>
    new DomainError('INVALID_PDF', `${which} is not a PDF, or is damaged beyond repair.`),
  encrypted: (which: string) => new DomainError('PDF_ENCRYPTED', `${which} needs a password to open.`),
  tooManyPages: (which: string, pages: number) =>
    new DomainError(
      'PAYLOAD_TOO_LARGE',
      `${which} has ${pages} pages; at most ${pdfLimits.pagesMax} are allowed.`,
      {
        hint: 'Send a document with fewer pages.',
      },
    ),
} as const;

/** How an upload is named in a message: `file`, or its place among several. */
export function uploadName(index: number, count: number): string {
  return count === 1 ? 'file' : `files: PDF ${index + 1} of ${count}`;
}
