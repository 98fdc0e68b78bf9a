/** The catalogue of text tools. Loading takes a few hundred milliseconds, so index.ts imports it dynamically. */
export { buildCatalogue } from './catalogue.ts';
export { watchLoading } from './load-library.ts';
export { parseParams } from './parse-params.ts';
export { families, findCall, findTool, nearestToolIds } from './registry.ts';
export { runTool } from './run-tool.ts';
