import { z } from 'zod';

const sentence = z.string().max(1_000);

/** A vision model's description of an image, from which the prompt is rendered. */
export const ImageDescription = z.object({
  subject: sentence,
  setting: sentence,
  composition: sentence,
  lighting: sentence,
  palette: sentence,
  style: sentence,
  camera: sentence,
  mood: sentence,
  /** The things that a generator should leave out. */
  negative: sentence,
  /** The whole description as one prompt. */
  prompt: z.string().max(4_000),
});
export type ImageDescription = z.infer<typeof ImageDescription>;
