import { listCauses } from './list-causes.ts';
import { readCause } from './read-cause.ts';

export const causeOperations = [listCauses, readCause] as const;
