import type { Failure } from '#contracts/failure.ts';

/** `repair`: the thing to change. Null: nothing here. */
export interface LikelyCause {
  readonly sentence: string;
  readonly repair: 'automation' | 'access' | null;
}

interface Rule extends LikelyCause {
  readonly statuses: (status: number) => boolean;
  /** Only where a policy attached a header, or none did. */
  readonly hasKey?: boolean;
}

const isOneOf =
  (...list: readonly number[]) =>
  (status: number) =>
    list.includes(status);

/** By the status that the target answered; the first that applies counts. */
const answers: readonly Rule[] = [
  {
    statuses: isOneOf(401, 403),
    hasKey: false,
    sentence: 'No credential was sent: no policy attaches a header to requests to this host.',
    repair: 'access',
  },
  {
    statuses: isOneOf(401, 403),
    sentence:
      'The target did not accept the credential: it may be wrong, expired or revoked, or may not do this.',
    repair: 'access',
  },
  {
    statuses: isOneOf(404, 405, 410),
    sentence: 'The target has nothing at this address, or takes another method there.',
    repair: 'automation',
  },
  {
    statuses: isOneOf(409),
    sentence: 'The target has it already, or it was changed there meanwhile.',
    repair: null,
  },
  {
    statuses: isOneOf(408, 425, 429),
    sentence: 'The target took no more requests at that time. Replay them when it does.',
    repair: null,
  },
  {
    statuses: (status) => status >= 500,
    sentence: 'The target was down or failed by itself. Replay them when it answers again.',
    repair: null,
  },
  {
    statuses: () => true,
    sentence:
      'The target did not accept the content: a field is missing, or has another name or form than it takes. Its answer may say which.',
    repair: 'automation',
  },
];

const others: Readonly<Record<Exclude<Failure['kind'], 'answered'>, LikelyCause>> = {
  failed: {
    sentence: 'The target could not be reached, or gave no answer in time. Replay them when it does.',
    repair: null,
  },
  refused: { sentence: 'Network Access did not let it out, or it was not approved.', repair: 'access' },
  invalid: { sentence: 'The request was malformed, and was not sent.', repair: 'automation' },
  unknown: {
    sentence:
      'A request was cut off after it may have left. Look at the target, then replay one by one those that did not arrive.',
    repair: null,
  },
  expects: {
    sentence: 'A request that the automation expects was not made, or not answered with success.',
    repair: 'automation',
  },
  answer: { sentence: 'The agent answered in another form than the schema demands.', repair: 'automation' },
  model: {
    sentence:
      'The model, and no request, ended the run. Its provider may have been away, or the text asks too much.',
    repair: 'automation',
  },
  needs_model: {
    sentence: 'The offline rules did not understand every sentence, or the delivery does not say clearly.',
    repair: 'automation',
  },
  other: { sentence: 'No request failed: the reason below says what did.', repair: 'automation' },
};

/** The likely cause of a failure. `hasKey`: a policy attached a header to the request. */
export function likelyCause({ kind, status }: Failure, hasKey: boolean): LikelyCause {
  if (kind !== 'answered') return others[kind];
  const found = answers.find(
    ({ statuses, hasKey: wanted = hasKey }) => statuses(status ?? 0) && wanted === hasKey,
  );
  return found as Rule;
}
