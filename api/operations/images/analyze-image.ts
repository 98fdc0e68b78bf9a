import type { ImageAnalyst } from '@reveille/tools';
import { z } from 'zod';

import { ToolResult } from '../tool-result.ts';
import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';

/** Fits an image of 10 MB as base64 with line breaks, plus the rest of the body. */
const bytesMax = 16_000_000;

/** One red pixel, so that the example can be sent unchanged. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const ImageAnalysisRequest = z.object({
  tool: z.literal('image-to-prompt'),
  params: z.looseObject({
    // Validated by the image analyst, which has better messages; this schema only documents it.
    image: z.string().meta({
      description: 'An http(s) URL or a base64 data URL.',
      pattern: '^([Hh][Tt][Tt][Pp][Ss]?://|[Dd][Aa][Tt][Aa]:)',
    }),
  }),
});

export const analyzeImage = ({ images }: { readonly images: Pick<ImageAnalyst, 'analyse'> }) =>
  defineOperation({
    method: 'post',
    path: '/api/tools/analyze-image',
    id: 'analyzeImage',
    access: 'public',
    summary: 'Make a prompt of an image',
    description: [
      'PNG, JPEG, WebP, GIF or AVIF, recognised by content, at most 10 MB and 40 megapixels. A URL is fetched from public addresses only.',
      'Without a model, or where it does not answer, the prompt is made from measurements (size, palette, light, contrast, sharpness, where the mass is) and says so.',
    ].join('\n\n'),
    body: jsonBody(ImageAnalysisRequest, {
      bytesMax,
      examples: {
        dataUrl: {
          summary: 'An image inside the request',
          value: { tool: 'image-to-prompt', params: { image: pixel } },
        },
      },
    }),
    answers: { 200: json('The prompt.', ToolResult) },
    refusals: ['INVALID_IMAGE', 'INTERNAL_ERROR'],
    handle: async ({ client, body }) => {
      const { params } = await body();
      return { status: 200, body: { result: await images.analyse(params, client) } };
    },
  });
