import { createHash } from 'node:crypto';

import type { SenderSample } from '../../../senders/sender.ts';

/** That code which is not ours took a sample as genuine, and refused it with another content. */
export interface Recorded {
  readonly sender: string;
  readonly package: string;
  readonly version: string;
  /** By others than the sender. */
  readonly isCommunity: boolean;
  /** Which sample it was. */
  readonly sample: string;
}

export const digestOfSample = (sample: SenderSample): string =>
  createHash('sha256').update(JSON.stringify(sample)).digest('hex');
