import { exportWaitlist } from './export-waitlist.ts';
import { joinWaitlist } from './join-waitlist.ts';

export const waitlistOperations = [joinWaitlist, exportWaitlist] as const;
