import { loadTextTools } from '@reveille/tools';

/** Loading them takes time and memory: only what serves text tools imports this. */
export const textTools = await loadTextTools();
