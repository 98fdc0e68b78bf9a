import { shortDigest } from './digest.ts';

/** A delivery is one case of its automation at most. */
export const caseIdOf = (deliveryId: string): string => `cas_${shortDigest(deliveryId)}`;
