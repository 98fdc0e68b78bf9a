import { analyzeImage } from './analyze-image.ts';

/** In the order of the reference. */
export const imageOperations = [analyzeImage] as const;
