import { exportWaitlist } from './export-waitlist.ts';
import { joinWaitlist } from './join-waitlist.ts';

/** In the order of the reference. */
export const waitlistOperations = [joinWaitlist, exportWaitlist] as const;
