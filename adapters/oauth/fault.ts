import {
  AuthorizationResponseError,
  OperationProcessingError,
  RESPONSE_IS_NOT_CONFORM,
  ResponseBodyError,
} from 'oauth4webapi';

/** Why a server gave no token. `broken`: it says that asking again is of no use. */
export interface Fault {
  readonly kind: 'broken' | 'failed';
  readonly isTemporary: boolean;
  /** Goes on from "its OAuth 2 connection". */
  readonly reason: string;
}

/** The server could not be asked, or may not be. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
  readonly isTemporary: boolean;

  constructor(sentence: string, isTemporary: boolean) {
    super(sentence);
    this.isTemporary = isTemporary;
  }
}

const refusals: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
]);
const temporaryCodes: ReadonlySet<string> = new Set([
  'server_error',
  'temporarily_unavailable',
  'slow_down',
  'ratelimited',
]);

export const brokenBecause = (reason: string): Fault => ({ kind: 'broken', isTemporary: false, reason });
export const failedBecause = (reason: string, isTemporary = false): Fault => ({
  kind: 'failed',
  isTemporary,
  reason,
});

/** The fault that an error of a token request is. Its sentence is ours: that of a server may quote what it was sent. */
export function faultOf(error: unknown, ownRefusals: readonly string[] = []): Fault {
  if (error instanceof NotAsked)
    return failedBecause(`could not be refreshed: ${error.message.replace(/\.$/, '')}`, error.isTemporary);
  if (error instanceof ResponseBodyError) {
    const code = codeOf(error.error);
    const text = `was refused by its server with \`${code}\``;
    if (refusals.has(code) || ownRefusals.includes(code)) return brokenBecause(text);
    return failedBecause(text, isTemporaryStatus(error.status) || temporaryCodes.has(code));
  }
  if (error instanceof AuthorizationResponseError)
    return failedBecause(`was refused by its server with \`${codeOf(error.error)}\``);
  if (error instanceof OperationProcessingError) return faultOfAnswer(error);
  return failedBecause('has a server whose answer is not one of OAuth 2');
}

/** Codes are words; anything else that stands there is not repeated. */
const codeOf = (text: string): string => (/^[A-Za-z0-9_.-]{1,64}$/.test(text) ? text : 'an unknown code');

const isTemporaryStatus = (status: number): boolean => status >= 500 || status === 429 || status === 408;

function faultOfAnswer({ code, cause }: OperationProcessingError): Fault {
  if (code !== RESPONSE_IS_NOT_CONFORM || !(cause instanceof Response))
    return failedBecause('has a server whose answer is not one of OAuth 2');
  const { status } = cause;
  if (status >= 300 && status < 400)
    return failedBecause('has a server that redirects, which is not followed');
  return failedBecause(`has a server that answered ${status}`, isTemporaryStatus(status));
}
