import { z } from 'zod';
import { PdfAction, PdfInfo, pdfPagesMax, PdfText } from '@reveille/tools';
import { ImageAnalysisAnswer, ImageAnalysisRequest } from '../../../contracts/image.ts';
import { pdfUploadLimits } from '../../../contracts/pdf.ts';
import type { Operation } from '../operation.ts';

/** One red pixel, so that the example can be sent as it stands. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const pdf = { type: 'string', contentMediaType: 'application/pdf' } as const;

/** Images and PDFs. */
export const fileOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/tools/analyze-image',
    id: 'analyzeImage',
    part: 'public',
    summary: 'Make a prompt of an image',
    description: [
      'PNG, JPEG, WebP, GIF or AVIF, recognised by content, at most 10 MB and 40 megapixels. A URL is fetched from public addresses only.',
      'Without a model, or where it does not answer, the prompt is made from measurements (size, palette, light, contrast, sharpness, where the mass is) and says so.',
    ].join('\n\n'),
    request: [
      {
        mediaType: 'application/json',
        schema: ImageAnalysisRequest.extend({
          params: ImageAnalysisRequest.shape.params.extend({
            image: ImageAnalysisRequest.shape.params.shape.image.meta({
              description: 'An http(s) URL or a base64 data URL.',
              pattern: '^([Hh][Tt][Tt][Pp][Ss]?://|[Dd][Aa][Tt][Aa]:)',
            }),
          }),
        }),
        examples: {
          dataUrl: {
            summary: 'An image inside the request',
            value: { tool: 'image-to-prompt', params: { image: pixel } },
          },
        },
      },
    ],
    success: {
      status: 200,
      description: 'The prompt.',
      bodies: [{ mediaType: 'application/json', schema: ImageAnalysisAnswer }],
    },
    refusals: ['INVALID_IMAGE', 'INTERNAL_ERROR'],
  },
  {
    method: 'post',
    path: '/api/tools/pdf',
    id: 'processPdf',
    part: 'public',
    summary: 'Read, inspect, split or merge PDFs',
    description: [
      '| action | takes | gives |\n|---|---|---|\n| `pdf-to-text` | one PDF, `ranges` optional | JSON: the text of each page |\n| `get-info` | one PDF | JSON: pages, sizes, metadata |\n| `split` | one PDF, `ranges` required | a PDF of those pages, in that order |\n| `merge` | two or more PDFs, `file` before `files`, in the order sent | one PDF |',
      'Remarks on a result are in `warnings` of `pdf-to-text`, and in the header `PDF-Warnings` of every answer.',
      `At most ${pdfUploadLimits.filesMax} files, 50 MB in all, ${pdfPagesMax.toLocaleString('en')} pages.`,
      '```\ncurl -F action=split -F ranges=1,3-5 -F file=@report.pdf -o pages.pdf {base_url}/api/tools/pdf\n```',
    ].join('\n\n'),
    request: [
      {
        mediaType: 'multipart/form-data',
        schema: {
          type: 'object',
          required: ['action'],
          properties: {
            action: { type: 'string', enum: PdfAction.options },
            file: pdf,
            files: { type: 'array', items: pdf, maxItems: pdfUploadLimits.filesMax },
            ranges: {
              type: 'string',
              description: 'Pages and ranges, from 1, order and repeats kept. Empty is the same as absent.',
              examples: ['1,3-5'],
            },
          },
        },
      },
    ],
    success: {
      status: 200,
      description: 'JSON for `pdf-to-text` and `get-info`, a download for `split` and `merge`.',
      bodies: [
        { mediaType: 'application/json', schema: z.discriminatedUnion('action', [PdfText, PdfInfo]) },
        { mediaType: 'application/pdf', schema: pdf },
      ],
      headers: ['PDF-Warnings'],
    },
    refusals: [
      'INVALID_REQUEST',
      'PAYLOAD_TOO_LARGE',
      'INVALID_PDF',
      'PDF_ENCRYPTED',
      'INVALID_PAGE_RANGES',
      'INTERNAL_ERROR',
    ],
  },
];
