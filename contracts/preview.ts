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
  text: z.string().min(1).describe('The text that shall sound as if a person had written it.'),
});
export type HumanizerPreviewRequest = z.infer<typeof HumanizerPreviewRequest>;
