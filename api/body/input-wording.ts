import { isUtf8 } from 'node:buffer';

import type { ErrorCode } from '#contracts/errors.ts';
import { DomainError } from '#domain/domain-error.ts';
import type { Access } from '../operations/request.ts';

const noRoomRetrySeconds = 5;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** How one part of the API words input errors. */
export interface InputWording {
  readonly tooLarge: (bytesMax: number) => DomainError;
  /** No memory is left for the body. */
  readonly noRoom: () => DomainError;
  readonly notJson: (bytes: Buffer, error: unknown) => string;
  /** `whole` names the input when the issue has no path. */
  readonly invalid: (issue: Issue | undefined, whole: string) => string;
  readonly wrongMethod: (method: string) => string;
  /** Whether an unknown key that looks like a typo of a known one is refused. */
  readonly suggestsKeys: boolean;
}

const noRoom = (code: ErrorCode) => () =>
  new DomainError(code, 'Too many large bodies arrive at this moment: this one was not read', {
    retryAfterSeconds: noRoomRetrySeconds,
    hint: 'Send the same request again after the seconds in Retry-After.',
  });

const manageWording: InputWording = {
  noRoom: noRoom('SERVICE_UNAVAILABLE'),
  tooLarge: (bytesMax) =>
    new DomainError('PAYLOAD_TOO_LARGE', `The body is larger than ${bytesMax.toLocaleString('en')} bytes`),
  notJson: () => 'The body is not JSON',
  invalid: (issue, whole) => `${issue?.path.join('.') || whole}: ${issue?.message ?? 'is not valid'}`,
  wrongMethod: (method) => `${method} is not supported here`,
  suggestsKeys: true,
};

const hookWording: InputWording = {
  ...manageWording,
  noRoom: noRoom('INTAKE_UNAVAILABLE'),
  wrongMethod: () => 'A webhook takes POST only',
  tooLarge: (bytesMax) =>
    new DomainError('PAYLOAD_TOO_LARGE', manageWording.tooLarge(bytesMax).message, {
      hint: 'Send a reference instead of the document, for example X-Service-Reference-Url.',
    }),
};

const publicWording: InputWording = {
  ...manageWording,
  // Its statuses are fixed; what is busy there has this one.
  noRoom: noRoom('INTERNAL_ERROR'),
  tooLarge: (bytesMax) =>
    new DomainError(
      'PAYLOAD_TOO_LARGE',
      `The body may hold at most ${bytesMax.toLocaleString('en')} bytes.`,
      { hint: 'Send less in one request.' },
    ),
  notJson: (bytes, error) => {
    if (!isUtf8(bytes)) return 'The body is not JSON: it is not valid UTF-8.';
    if (bytes.toString().trim() === '') return 'The body is empty; it must be JSON.';
    const place =
      error instanceof Error ? /at position \d+|Unexpected end/.exec(error.message)?.[0] : undefined;
    return `The body is not JSON${place === undefined ? '' : ` (${place})`}.`;
  },
  invalid: (issue) =>
    issue === undefined || issue.path.length === 0
      ? 'The body must be a JSON object.'
      : `${issue.path.join('.')} ${issue.message}.`,
  suggestsKeys: false,
};

/** Public errors are whole sentences; the hook's size error suggests sending a reference. */
export const wordings: Readonly<Record<Access, InputWording>> = {
  public: publicWording,
  hook: hookWording,
  owner: manageWording,
  ownerOrOperator: manageWording,
  operator: manageWording,
  service: manageWording,
};
