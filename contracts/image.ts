import { z } from 'zod';

export const ImageAnalysisRequest = z.object({
  tool: z.literal('image-to-prompt'),
  params: z.looseObject({ image: z.string() }),
});
export type ImageAnalysisRequest = z.infer<typeof ImageAnalysisRequest>;
