import { cancelRehearsal } from './cancel-rehearsal.ts';
import { listRehearsals } from './list-rehearsals.ts';
import { readRehearsal } from './read-rehearsal.ts';
import { startRehearsal } from './start-rehearsal.ts';

/** In the order of the reference. */
export const rehearsalOperations = [startRehearsal, listRehearsals, readRehearsal, cancelRehearsal] as const;
