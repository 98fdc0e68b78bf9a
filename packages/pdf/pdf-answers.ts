import { z } from 'zod';

export const PdfAction = z.enum(['pdf-to-text', 'get-info', 'split', 'merge']);
export type PdfAction = z.infer<typeof PdfAction>;

/** The detail of `pdf-to-text`: the text of each page and of all, or of all alone. */
export const PdfDetail = z.enum(['pages', 'text']);
export type PdfDetail = z.infer<typeof PdfDetail>;

/** Pages that one job may read or write. */
export const pdfPagesMax = 5_000;

/** Remarks on a result that is complete as far as the file allows. */
const remarks = {
  REPAIRED: 'the file is damaged; what could be recovered was used',
  PAGES_UNREADABLE: 'some pages could not be read; their text is empty',
  HIDDEN_LAYERS:
    'the document has layers that are switched off; their text is included, and readers that do not know layers show them',
  SIMPLE_LAYOUT: 'later pages of a long document were read without a close look for columns',
  XFA_FORM: 'a dynamic form, of which most readers show only a placeholder',
  FIELDS_RENAMED:
    'merged forms had fields of the same name; those of the later documents have new names (`name+1`)',
  ATTACHMENTS_DROPPED: 'files that were attached to the document are not in the result',
  TAGS_DROPPED: 'the tags for accessibility are not in the result',
  SIGNATURE_BROKEN: 'a document was signed, and its signature does not hold for the result',
  SCANNED:
    'pages are pictures without text, as a scanner makes them; reading them takes character recognition',
} as const;
export type PdfWarning = keyof typeof remarks;
export const PdfWarning = z.enum(Object.keys(remarks) as [PdfWarning, ...PdfWarning[]]);

/** The meaning of each warning, as Markdown. */
export const pdfWarningsText = Object.entries(remarks)
  .map(([warning, sentence]) => `\`${warning}\`: ${sentence}.`)
  .join(' ');

export const PdfText = z.object({
  action: z.literal('pdf-to-text'),
  pageCount: z.int(),
  pages: z.array(
    z.object({ page: z.int().min(1), text: z.string().optional().describe('Absent with `detail=text`.') }),
  ),
  text: z.string().describe('The texts of the pages, joined by a form feed.'),
  hasText: z.boolean().describe('False for scans: there is nothing to read without character recognition.'),
  warnings: z.array(PdfWarning).describe(pdfWarningsText),
});
export type PdfText = z.infer<typeof PdfText>;

export const PdfInfo = z.object({
  action: z.literal('get-info'),
  pageCount: z.int(),
  pages: z.array(
    z.object({
      page: z.int().min(1),
      width: z.number().describe('In points, before `rotation` is applied.'),
      height: z.number().describe('In points, before `rotation` is applied.'),
      rotation: z.int().describe('0, 90, 180 or 270 degrees clockwise.'),
    }),
  ),
  title: z.string().nullable(),
  author: z.string().nullable(),
  subject: z.string().nullable(),
  keywords: z.string().nullable(),
  creator: z.string().nullable(),
  producer: z.string().nullable(),
  createdAt: z.string().nullable().describe('ISO 8601. Null where the file does not say.'),
  modifiedAt: z.string().nullable().describe('ISO 8601. Null where the file does not say.'),
  pdfVersion: z.string().nullable(),
  encrypted: z.boolean().describe('Whether it is protected; it opens without a password all the same.'),
  sizeBytes: z.int(),
});
export type PdfInfo = z.infer<typeof PdfInfo>;

/** The refusals that a PDF itself can cause. */
export const PdfRefusal = z.object({
  status: z.literal('refused'),
  code: z.enum(['INVALID_PDF', 'PDF_ENCRYPTED', 'INVALID_PAGE_RANGES', 'PAYLOAD_TOO_LARGE']),
  message: z.string().max(500),
  hint: z.string().max(500).optional(),
});
export type PdfRefusal = z.infer<typeof PdfRefusal>;

/** The result of a job. The result itself is the file `output` in the job folder. */
export const PdfOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    output: z.enum(['result.json', 'result.pdf']),
    mediaType: z.enum(['application/json', 'application/pdf']),
    pageCount: z.int(),
    warnings: z.array(PdfWarning),
  }),
  PdfRefusal,
]);
export type PdfOutcome = z.infer<typeof PdfOutcome>;
