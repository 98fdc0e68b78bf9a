import { processPdf } from './process-pdf.ts';

export const pdfOperations = [processPdf] as const;
