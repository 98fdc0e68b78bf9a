import type { Failure } from '#contracts/failure.ts';

export const causesPath = '/console/causes';

export const causePath = (causeId: string): string => `${causesPath}/${causeId}`;

const titles: Readonly<Record<Failure['kind'], (target: string, status: number | null) => string>> = {
  answered: (target, status) => `${status ?? ''} from ${target}`,
  failed: (target) => `No answer from ${target}`,
  refused: (target) => `Not allowed: ${target}`,
  invalid: (target) => `Malformed request: ${target}`,
  unknown: (target) => `Effect unknown: ${target}`,
  expects: () => 'A request that is expected was not made',
  answer: () => 'The answer is not of its schema',
  model: () => 'No usable answer of the model',
  needs_model: () => 'Needs a model',
  other: () => 'Failed without a request',
};

/** Names a cause of failures in a few words, for people. */
export const causeTitle = ({ kind, target, status }: Failure): string =>
  titles[kind](target ?? 'a request', status);
