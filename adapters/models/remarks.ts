import type { Remark } from '#capabilities/agent-turn.ts';

/** The words about a turn that failed: for the model, for the owner, and for operators. */
interface Wording {
  /** Null where the results of its calls tell the model. */
  readonly toModel: string | null;
  /** Why the run failed, if the model does it again. */
  readonly toOwner: string;
  readonly summary: string;
}

const callFinish =
  'Do what the instructions still ask for, then call finish. If it cannot be done, call finish and say so in failure.';

const wordings: Readonly<Record<Remark, Wording>> = {
  declined: {
    toModel: `Your answer declined the work, or was stopped. ${callFinish}`,
    toOwner: 'The model declined to do what the instructions ask for.',
    summary: 'Declined',
  },
  empty: {
    toModel: `Your answer was empty. ${callFinish}`,
    toOwner: 'The model gave no answer.',
    summary: 'Answered nothing',
  },
  cut: {
    toModel:
      'Your answer was cut off at the output limit, and nothing of it was carried out or kept. Answer again, and be brief: you now have twice as many tokens.',
    toOwner: "The model's answer was cut off at its output limit, and again at twice that limit.",
    summary: 'Cut off at the output limit',
  },
  announced: {
    toModel: `You said what you are going to do, and nothing was done. ${callFinish}`,
    toOwner: 'The model said what it was going to do, and did not do it.',
    summary: 'Said what it was going to do',
  },
  asked: {
    toModel: `You asked a question, and there is nobody to answer it. ${callFinish}`,
    toOwner: 'The model asked a question instead of doing the work.',
    summary: 'Asked a question',
  },
  claimed: {
    toModel: `This request is expected. ${callFinish}`,
    toOwner: 'A request that is expected was not made.',
    summary: 'Left out a request that is expected',
  },
  unfit: {
    toModel: 'Call finish again, with the whole answer as JSON that fits.',
    toOwner: 'answer: it does not fit the schema.',
    summary: 'Gave an answer that does not fit its schema',
  },
  'failed-request': {
    toModel:
      'Call finish: say in failure what was not done. Only if its target has it so already, as after a 409, leave failure null and say in the answer how the request failed.',
    toOwner: 'Its last request failed.',
    summary: 'Did not report a request that failed',
  },
  malformed: {
    toModel:
      'Your call could not be read. Ask again by a real tool call, not in your text, with arguments that fit its schema, or call finish.',
    toOwner: 'The model asked three times in a row for something that cannot be read.',
    summary: 'Asked for something malformed',
  },
  'too-many-requests': {
    toModel: null,
    toOwner: 'The model asked for more requests than the run may send.',
    summary: 'Asked for more requests than are left',
  },
  stopped: {
    toModel: null,
    toOwner: 'The run was stopped.',
    summary: 'Said what was done: a limit of the run is used up',
  },
};

/** A nudge is given once in a run. */
const withoutLimit: ReadonlySet<Remark> = new Set([
  'cut',
  'unfit',
  'malformed',
  'too-many-requests',
  'stopped',
]);
export const isNudge = (remark: Remark): boolean => !withoutLimit.has(remark);

export const summaryOf = (remark: Remark): string => wordings[remark].summary;

/** Sentences about a request, where a remark is about one. */
export type About = Pick<Wording, 'toOwner'> & { readonly toModel: string };

export const reasonOf = (remark: Remark, about: About | undefined): string =>
  about?.toOwner ?? wordings[remark].toOwner;

/** The message to the model, without a word that a sender may have written; null where it was told already. */
export function nudgeOf(remark: Remark, about: About | undefined): string | null {
  const { toModel } = wordings[remark];
  const first = about === undefined ? '' : `${about.toModel} `;
  return toModel === null ? null : `From the service that runs you: ${first}${toModel}`;
}

export const tooManyCalls = ({ asked, kept }: { readonly asked: number; readonly kept: number }): string =>
  `Too many calls: of ${asked} in one answer ${kept} are carried out, not this one. Ask for less, or call finish.`;

/** `left`: the requests that the run may still send. */
export const tooManyRequests = (asked: number, left: number): string =>
  left === 0
    ? 'Not sent: this run has used up its requests. Call finish, and say what was done and what was not.'
    : `Not sent: ${asked} requests were asked for in one answer, and this run may send ${left} more. No request of such an answer is sent. Ask for ${left} or less, or call finish and say what was not done.`;
