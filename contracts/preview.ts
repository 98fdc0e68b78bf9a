import { z } from 'zod';

/** In characters, blanks around the topic left out. */
export const topicLength = { min: 3, max: 120 } as const;

const isBetween = (value: number, min: number, max: number) => value >= min && value <= max;

/** Measured in characters as a reader counts code points, blanks around the topic left out. */
export const BlogPreviewRequest = z.object({
  topic: z
    .string()
    .transform((topic) => topic.trim())
    .refine(
      (topic) => isBetween(Array.from(topic).length, topicLength.min, topicLength.max),
      `must be ${topicLength.min} to ${topicLength.max} characters`,
    ),
});
export type BlogPreviewRequest = z.infer<typeof BlogPreviewRequest>;

export const HumanizerPreviewRequest = z.object({
  text: z.string().min(1),
});
export type HumanizerPreviewRequest = z.infer<typeof HumanizerPreviewRequest>;

export const PreviewState = z.enum(['generated', 'gated', 'capped', 'degraded', 'too-long']);
export type PreviewState = z.infer<typeof PreviewState>;

/** Why rules wrote the preview: nothing could be asked, or what came back could not be used. */
export const DegradedReason = z.enum([
  'no-model',
  'model-failed',
  'model-timeout',
  'model-answer-rejected',
  'usage-unavailable',
]);
export type DegradedReason = z.infer<typeof DegradedReason>;

const count = z.int().nonnegative();

/** What both previews share. `preview` is a string in every state, so that a client needs no branch. */
export const SkillPreview = z.object({
  state: PreviewState,
  preview: z.string(),
  /** Something was cut off behind `preview`. */
  truncated: z.boolean(),
  counts: z.object({ inputChars: count, previewWords: count }),
  /** `full`: `preview` is all there is. Otherwise `reason` says what stands before the rest, `cta` what to do. */
  access: z.object({
    full: z.boolean(),
    reason: z.enum(['account-required', 'daily-budget-used', 'text-too-long', 'preview-only']).nullable(),
    cta: z.string().nullable(),
  }),
  /** `maxInputChars`: of the topic or the text; `previewWords`: of the preview; `freePerDay`: for one client. */
  limits: z.object({ maxInputChars: count, previewWords: count, freePerDay: count }),
  /** Of this client, today in UTC. */
  usage: z.object({ used: count, remaining: count, resetsAt: z.iso.datetime() }),
  degraded: z.object({ reason: DegradedReason, method: z.literal('rules') }).nullable(),
});
export type SkillPreview = z.infer<typeof SkillPreview>;

export const BlogPreview = SkillPreview.extend({ title: z.string(), outline: z.array(z.string()) });
export type BlogPreview = z.infer<typeof BlogPreview>;

/** `changes`: places of the whole text that were rewritten. */
export const HumanizerPreview = SkillPreview.extend({ changes: count });
export type HumanizerPreview = z.infer<typeof HumanizerPreview>;

/** The largest topic, for `limits.maxInputChars`. */
export const blogTopicCharsMax = topicLength.max;
