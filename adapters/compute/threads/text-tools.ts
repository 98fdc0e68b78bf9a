import { loadTextTools } from '@reveille/tools';

/** Loading takes time and memory: import this only where text tools run. */
export const textTools = await loadTextTools();
