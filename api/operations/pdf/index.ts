import { processPdf } from './process-pdf.ts';

/** In the order of the reference. */
export const pdfOperations = [processPdf] as const;
