/**
 * The public interface of the package. It is cheap to import: the engines are loaded by the program, which runs in a
 * separate process.
 */
export { checkFirstLooks, createFirstLook, type FirstLook } from './first-look.ts';
export { ChildMessage, type ChildJob } from './messages.ts';
export {
  PdfAction,
  PdfDetail,
  PdfInfo,
  PdfOutcome,
  pdfPagesMax,
  PdfText,
  pdfWarningsText,
} from './pdf-answers.ts';
export { PdfError } from './pdf-error.ts';
export { pdfProgram } from './pdf-program.ts';
export { readPdfPassword, readPdfRequest, type PdfFields } from './pdf-request.ts';
