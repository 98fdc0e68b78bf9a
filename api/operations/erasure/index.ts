import { eraseReference } from './erase-reference.ts';
import { readErasure } from './read-erasure.ts';

/** In the order of the reference. */
export const erasureOperations = [eraseReference, readErasure] as const;
