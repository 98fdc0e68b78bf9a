import { PdfAction, PdfDetail } from '@reveille/pdf';

import { pdfUploadLimits } from '#contracts/pdf.ts';
import type { Job } from '#store/jobs/jobs.ts';
import type { BodyReader } from '../../body/body-reader.ts';
import { parseInput } from '../../body/parse-input.ts';
import { type PdfUpload, readPdfUpload } from '../../body/pdf-upload.ts';
import { SentPdfs, takePdfs } from './sent-pdfs.ts';

export const pdfSchema = { type: 'string', contentMediaType: 'application/pdf' } as const;

/** A multipart form with PDFs, streamed into the files of a job. */
export const pdfBody = (): BodyReader<(job: Job) => Promise<PdfUpload>> => ({
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['action'],
        properties: {
          action: { type: 'string', enum: PdfAction.options },
          file: pdfSchema,
          files: { type: 'array', items: pdfSchema, maxItems: pdfUploadLimits.filesMax },
          ranges: {
            type: 'string',
            description: 'Pages and ranges, from 1, order and repeats kept. Empty is the same as absent.',
            examples: ['1,3-5'],
          },
          detail: {
            type: 'string',
            enum: PdfDetail.options,
            default: 'pages',
            description:
              'For `pdf-to-text` only. With `text` the members of `pages` have no `text`, and the answer is half as long.',
          },
          password: {
            type: 'string',
            format: 'password',
            maxLength: 200,
            description:
              'Opens the PDFs that need a password; others are read without it. The result has no password.',
          },
        },
      },
    },
  },
  refusals: ['INVALID_REQUEST', 'PAYLOAD_TOO_LARGE'],
  read: (request) => (job) => readPdfUpload(request, job),
  take: (value, { wording }) => {
    const sent = parseInput(SentPdfs, value, { whole: 'body', keyOf: 'a member of this body', wording });
    return (job) => takePdfs(sent, job);
  },
});
