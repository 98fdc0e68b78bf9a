import { HumanizerPreview, type Previews } from '@reveille/tools';
import { z } from 'zod';

import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { previewBodyBytesMax, previewStates } from './preview-states.ts';

const HumanizerPreviewRequest = z.object({
  text: z
    .string()
    .min(1)
    .regex(/\S/, 'must not be blank')
    .describe('The text that should sound as if a person had written it.'),
});

export const previewHumanizedText = ({ previews }: { readonly previews: Pick<Previews, 'humanize'> }) =>
  defineOperation({
    method: 'post',
    path: '/api/skills/ai-humanizer',
    id: 'previewHumanizedText',
    access: 'public',
    summary: 'Preview a humanized text',
    description: previewStates('| `too-long` | the text is over `limits.maxInputChars` |'),
    body: jsonBody(HumanizerPreviewRequest, {
      bytesMax: previewBodyBytesMax,
      examples: {
        text: {
          summary: 'A stiff sentence',
          value: { text: 'It is important to note that we must utilize all available resources.' },
        },
      },
    }),
    answers: { 200: json('The preview, or why there is none.', HumanizerPreview) },
    handle: async ({ client, body }) => ({
      status: 200,
      body: await previews.humanize(client, (await body()).text),
    }),
  });
