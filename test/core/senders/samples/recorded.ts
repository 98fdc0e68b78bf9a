import { createHash } from 'node:crypto';

import type { SenderSample } from '#senders/sender.ts';

/** That code which is not ours took a sample as genuine, and refused it with another content. */
export interface Recorded {
  readonly sender: string;
  readonly package: string;
  readonly version: string;
  /** Whose code it is: the sender's own, by others for this sender, or for any, told which header and encoding. */
  readonly by: 'sender' | 'community' | 'general';
  /** Which sample it was. */
  readonly sample: string;
}

export const digestOfSample = (sample: SenderSample): string =>
  createHash('sha256').update(JSON.stringify(sample)).digest('hex');
