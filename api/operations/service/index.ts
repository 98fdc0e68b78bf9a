import { isAlive } from './is-alive.ts';
import { isReady } from './is-ready.ts';
import { readLlmsText } from './read-llms-text.ts';
import { readOpenApi } from './read-open-api.ts';
import { readReference } from './read-reference.ts';
import { readService } from './read-service.ts';

export const serviceOperations = [
  readService,
  isAlive,
  isReady,
  readReference,
  readOpenApi,
  readLlmsText,
] as const;
