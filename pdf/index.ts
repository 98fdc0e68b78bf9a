/**
 * The public interface of the package. It is cheap to import: the engines are loaded by the program, which runs in a
 * separate process.
 */
export { ChildMessage, type ChildJob } from './messages.ts';
export { PdfAction, PdfInfo, PdfOutcome, pdfPagesMax, PdfText } from './pdf-answers.ts';
export { PdfError } from './pdf-error.ts';
export { pdfProgram } from './pdf-program.ts';
export { readPdfRequest, type PdfFields } from './pdf-request.ts';
