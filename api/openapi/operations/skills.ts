import { BlogPreview, HumanizerPreview } from '@reveille/tools';
import { BlogPreviewRequest, HumanizerPreviewRequest, topicLength } from '../../../contracts/preview.ts';
import type { Operation } from '../operation.ts';

const states = [
  '| `state` | when |\n|---|---|',
  '| `generated` | a model wrote it |',
  '| `gated` | this client has used its free previews of the day; `access.cta` says what to do |',
  "| `capped` | the service's own budget of the day is used up; `usage.resetsAt` says until when |",
  '| `degraded` | no model is configured, or it failed: made by rules, and uses up nothing |',
];
const tooLong = '| `too-long` | the text is over `limits.maxInputChars` |';

/** The previews; every state is an answer with 200. */
export const skillOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/skills/ai-blog-writer-light',
    id: 'previewBlogPost',
    part: 'public',
    summary: 'Preview a blog post',
    description: `Answers 200 in every state.\n\n${states.join('\n')}`,
    request: [
      {
        mediaType: 'application/json',
        schema: BlogPreviewRequest.extend({
          topic: BlogPreviewRequest.shape.topic.meta({
            description: 'Measured without blanks around it.',
            minLength: topicLength.min,
            maxLength: topicLength.max,
          }),
        }),
        examples: { topic: { summary: 'A topic', value: { topic: 'Growing tomatoes on a balcony' } } },
      },
    ],
    success: {
      status: 200,
      description: 'The preview, or why there is none.',
      bodies: [{ mediaType: 'application/json', schema: BlogPreview }],
    },
  },
  {
    method: 'post',
    path: '/api/skills/ai-humanizer',
    id: 'previewHumanizedText',
    part: 'public',
    summary: 'Preview a humanized text',
    description: `Answers 200 in every state.\n\n${[...states, tooLong].join('\n')}`,
    request: [
      {
        mediaType: 'application/json',
        schema: HumanizerPreviewRequest,
        examples: {
          text: {
            summary: 'A stiff sentence',
            value: { text: 'It is important to note that we must utilize all available resources.' },
          },
        },
      },
    ],
    success: {
      status: 200,
      description: 'The preview, or why there is none.',
      bodies: [{ mediaType: 'application/json', schema: HumanizerPreview }],
    },
  },
];
