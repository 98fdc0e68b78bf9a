import { z } from 'zod';

export const PreviewState = z
  .enum(['generated', 'gated', 'capped', 'degraded', 'too-long'])
  .describe(
    "`generated`: a model wrote it. `gated`: this client has used its free previews of the day. `capped`: the service's own budget of the day is used up. `degraded`: made by rules, because there is no model or it failed. `too-long`: the text is longer than `limits.maxInputChars` (humanizer only).",
  );
export type PreviewState = z.infer<typeof PreviewState>;

/** Why rules wrote the preview: nothing could be asked, or what came back could not be used. */
export const DegradedReason = z
  .enum(['no-model', 'model-failed', 'model-timeout', 'model-answer-rejected', 'usage-unavailable'])
  .describe(
    '`no-model`: none is set up. `model-failed`: it gave no answer. `model-timeout`: it took more than 20 seconds. `model-answer-rejected`: its answer could not be used. `usage-unavailable`: the previews of today could not be counted.',
  );
export type DegradedReason = z.infer<typeof DegradedReason>;

const count = z.int().nonnegative();

/** The common part of both previews. `preview` is a string in every state, so that a client needs no branch. */
export const SkillPreview = z.object({
  state: PreviewState,
  preview: z.string().describe('The text; empty where `state` is `gated`, `capped` or `too-long`.'),
  truncated: z.boolean().describe('Whether something was cut off behind `preview`.'),
  counts: z.object({
    inputChars: count.describe('Characters of the topic or text.'),
    previewWords: count.describe('Words of `preview`.'),
  }),
  access: z
    .object({
      full: z.boolean().describe('Whether `preview` is all there is.'),
      reason: z
        .enum(['account-required', 'daily-budget-used', 'text-too-long', 'preview-only'])
        .nullable()
        .describe('The text before the rest. Null where `full`.'),
      cta: z.string().nullable().describe('The remedy, for people. Null where there is nothing.'),
    })
    .describe('Whether this is everything, and else why not.'),
  limits: z.object({
    maxInputChars: count.describe('The length of the topic or text.'),
    previewWords: count.describe('The length of a preview.'),
    freePerDay: count.describe('Previews by a model for one client.'),
  }),
  usage: z
    .object({
      used: count.describe('Previews by a model so far.'),
      remaining: count.describe('Previews that are left.'),
      resetsAt: z.iso.datetime().describe('When the count begins again: the next midnight in UTC.'),
    })
    .describe('The previews of this client, today in UTC.'),
  degraded: z
    .object({ reason: DegradedReason, method: z.literal('rules') })
    .nullable()
    .describe('Why rules wrote it instead of a model. Null in every other state.'),
});
export type SkillPreview = z.infer<typeof SkillPreview>;

export const BlogPreview = SkillPreview.extend({
  title: z.string().describe('The title of the post.'),
  outline: z.array(z.string()).describe('The headings of the whole post; empty where there is no preview.'),
});
export type BlogPreview = z.infer<typeof BlogPreview>;

export const HumanizerPreview = SkillPreview.extend({
  changes: count.describe('How many places of the whole text were rewritten.'),
});
export type HumanizerPreview = z.infer<typeof HumanizerPreview>;
