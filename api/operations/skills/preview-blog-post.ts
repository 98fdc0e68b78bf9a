import { BlogPreview, type Previews } from '@reveille/tools';
import { z } from 'zod';

import { jsonBody } from '../../body/json-body.ts';
import { json } from '../answers.ts';
import { defineOperation } from '../define-operation.ts';
import { previewBodyBytesMax, previewStates } from './preview-states.ts';

/** In characters, after trimming. */
export const topicLength = { min: 3, max: 120 } as const;

const BlogPreviewRequest = z.object({
  topic: z
    .string()
    .transform((topic) => topic.trim())
    .refine((topic) => {
      const length = Array.from(topic).length;
      return length >= topicLength.min && length <= topicLength.max;
    }, `must be ${topicLength.min} to ${topicLength.max} characters`)
    .meta({
      description: 'Measured without blanks around it.',
      minLength: topicLength.min,
      maxLength: topicLength.max,
    }),
});

export const previewBlogPost = ({ previews }: { readonly previews: Pick<Previews, 'blog'> }) =>
  defineOperation({
    method: 'post',
    path: '/api/skills/ai-blog-writer-light',
    id: 'previewBlogPost',
    access: 'public',
    summary: 'Preview a blog post',
    description: previewStates(),
    body: jsonBody(BlogPreviewRequest, {
      bytesMax: previewBodyBytesMax,
      examples: { topic: { summary: 'A topic', value: { topic: 'Growing tomatoes on a balcony' } } },
    }),
    answers: { 200: json('The preview, or why there is none.', BlogPreview) },
    handle: async ({ client, body }) => ({
      status: 200,
      body: await previews.blog(client, (await body()).topic),
    }),
  });
