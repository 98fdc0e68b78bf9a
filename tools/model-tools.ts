/** What a model does where one is configured: the tools of the catalogue that need one, previews of skills, prompts of images. */
export { createImageAnalyst } from './image/analyst.ts';
export { createModelTools } from './model-backed/invoke.ts';
export { modelFamily } from './model-backed/registry.ts';
export { createPreviews } from './skills/previews.ts';
