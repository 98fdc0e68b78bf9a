/** The catalogue of text tools. It takes a few hundred milliseconds to load, which is why the door loads it on request. */
export { buildCatalogue } from './catalogue.ts';
export { parseParams } from './parse-params.ts';
export { families, findTool, nearestToolIds } from './registry.ts';
export { runTool } from './run-tool.ts';
