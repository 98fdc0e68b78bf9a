/**
 * The public interface of the package. It is cheap to import: `loadTextTools` and `loadModelTools` load the tools,
 * `loadTool` one of them, images are handled by a program for a separate process, and each heavy library is loaded by the
 * tool that needs it.
 */
export { buildCatalogue, type Catalogue, type CatalogueItem } from './catalogue.ts';
export type { DescribeImage, ImageAnalyst } from './image/analyst.ts';
export { ImageDescription } from './image/image-description.ts';
export { imageProgram } from './image/image-program.ts';
export { imageLimits } from './image/limits.ts';
export type { ImageJob, ImageJobDone, MeasureResult } from './image/measurement.ts';
export { BudgetSpentError } from './model-backed/generate.ts';
export type { ModelTools } from './model-backed/invoke.ts';
export { watchLoading } from './load-library.ts';
export { nearest } from './nearest.ts';
export { objectInText } from './model-backed/object-in-text.ts';
export { parseParams } from './parse-params.ts';
export { parseWithMessages } from './parse-with-messages.ts';
export { loadTextTools, loadTool, type TextTools } from './registry.ts';
export { ResultType } from './result-type.ts';
export { runTool } from './run-tool.ts';
export { searchCatalogue } from './search-catalogue.ts';
export { BlogPreview, HumanizerPreview } from './skills/preview-answers.ts';
export type { Previews } from './skills/previews.ts';
export { ToolError } from './tool-error.ts';
export { inlineChars, type Tool } from './tool.ts';

export const loadModelTools = () => import('./model-tools.ts');
/** The command behind `npm run -s tool`. */
export const loadCommand = () => import('./command/run-command.ts');
