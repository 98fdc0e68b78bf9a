import { eraseReference } from './erase-reference.ts';
import { readErasure } from './read-erasure.ts';

export const erasureOperations = [eraseReference, readErasure] as const;
