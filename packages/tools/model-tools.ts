/** The features that use a model if one is configured: model-backed tools, skill previews, image prompts. */
export { createImageAnalyst } from './image/analyst.ts';
export { createModelTools } from './model-backed/invoke.ts';
export { modelFamily } from './model-backed/registry.ts';
export { createPreviews } from './skills/previews.ts';
