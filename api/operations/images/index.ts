import { analyzeImage } from './analyze-image.ts';

export const imageOperations = [analyzeImage] as const;
