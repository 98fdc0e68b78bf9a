import { createHash } from 'node:crypto';

import type { SenderSample } from '#senders/sender.ts';

/** That code which is not ours took a sample as genuine, and refused it with another content. */
export interface Recorded {
  readonly sender: string;
  readonly package: string;
  readonly version: string;
  /** The author of the code: the sender's own, by others for this sender, or for any, told which header and encoding. */
  readonly by: 'sender' | 'community' | 'general';
  /** The digest of the sample. */
  readonly sample: string;
}

export const digestOfSample = (sample: SenderSample): string =>
  createHash('sha256').update(JSON.stringify(sample)).digest('hex');
