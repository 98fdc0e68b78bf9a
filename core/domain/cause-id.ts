import type { Failure } from '#contracts/failure.ts';
import { shortDigest } from './digest.ts';
import { idPattern } from './ids.ts';

/** The id of a cause of failures: that of its automation, and a digest of what its deliveries have in common. */
export const causeIdOf = (automationId: string, { kind, target, status }: Failure): string =>
  `${automationId}.${shortDigest(JSON.stringify([kind, target, status]))}`;

export const automationOfCause = (causeId: string): string => causeId.split('.', 1)[0] ?? '';

export const causeIdPattern = new RegExp(
  String.raw`${idPattern('automation').source.slice(0, -1)}\.[A-Za-z0-9_-]{22}$`,
);
