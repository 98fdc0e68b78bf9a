import type { FailureReason } from '#contracts/outbound.ts';
import type { DecodedContent } from '#domain/decode-content.ts';
import type { EgressLimits } from './limits.ts';

/** Why there is no answer, and whether the target may have acted on the request. */
export interface WireFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  readonly sent: 'nothing' | 'maybe';
  readonly message: string;
}

interface Row {
  readonly codes: RegExp;
  readonly reason: FailureReason;
  readonly text: string;
}

/** Before the connection was open. The texts are ours: an error of a library may contain what it was given. */
const beforeConnect: readonly Row[] = [
  { codes: /^CERT_HAS_EXPIRED$/, reason: 'TLS_ERROR', text: 'its TLS certificate has expired' },
  { codes: /^CERT_NOT_YET_VALID$/, reason: 'TLS_ERROR', text: 'its TLS certificate is not valid yet' },
  { codes: /^ERR_TLS_CERT_ALTNAME/, reason: 'TLS_ERROR', text: 'its TLS certificate is for another host' },
  {
    codes: /SELF_SIGNED|^UNABLE_TO_(GET|VERIFY)|^CERT_UNTRUSTED|^INVALID_CA/,
    reason: 'TLS_ERROR',
    text: 'its TLS certificate is not signed by a trusted authority',
  },
  {
    codes: /^CERT_|^ERR_TLS|^ERR_SSL|^EPROTO|_CERT_|^CRL_/,
    reason: 'TLS_ERROR',
    text: 'no secure connection could be made',
  },
  {
    codes: /^ETIMEDOUT$/,
    reason: 'CONNECT_TIMEOUT',
    text: 'it did not accept a connection in time',
  },
  { codes: /^ECONNREFUSED$/, reason: 'CONNECT_FAILED', text: 'it refused the connection' },
];

const afterConnect: readonly Row[] = [
  { codes: /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, reason: 'RESPONSE_TOO_LARGE', text: 'its answer is too large' },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$|^HPE_HEADER_OVERFLOW$/,
    reason: 'RESPONSE_TOO_LARGE',
    text: 'the headers of its answer are too large',
  },
  {
    codes: /^HPE_|^HTTPParserError$|^UND_ERR_RES_CONTENT_LENGTH|^UND_ERR_INFO/,
    reason: 'INVALID_ANSWER',
    text: 'its answer is not valid HTTP',
  },
];

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return [code, name].find((text) => typeof text === 'string') ?? '';
}

const ofDecoding = {
  'too-large': ['RESPONSE_TOO_LARGE', 'its answer is too large'],
  'unknown-coding': [
    'UNSUPPORTED_ENCODING',
    'its answer has a content encoding that was not asked for and is not known',
  ],
  broken: ['INVALID_ANSWER', 'its answer cannot be decoded'],
} as const;

export function decodingFailure(
  fault: Extract<DecodedContent, { readonly kind: 'failed' }>['fault'],
  host: string,
): WireFailure {
  const [reason, text] = ofDecoding[fault];
  return failure(reason, 'maybe', host, text);
}

/** Turns any error of the connection into a failure with a message of our own. */
export function wireFailure(
  error: unknown,
  { host, isConnected }: { readonly host: string; readonly isConnected: boolean },
): WireFailure {
  const rows = isConnected ? afterConnect : beforeConnect;
  const row = rows.find(({ codes }) => codes.test(codeOf(error)));
  const [reason, text]: [FailureReason, string] = row
    ? [row.reason, row.text]
    : isConnected
      ? ['SOCKET_CLOSED', 'it closed the connection before its answer was complete']
      : ['CONNECT_FAILED', 'no connection could be made'];
  return failure(reason, isConnected ? 'maybe' : 'nothing', host, text);
}

export function failure(
  reason: FailureReason,
  sent: WireFailure['sent'],
  host: string,
  text: string,
): WireFailure {
  return { kind: 'failed', reason, sent, message: `The request to ${host} failed: ${text}.` };
}

export const tooManyRedirects = (host: string, { redirectsMax }: Pick<EgressLimits, 'redirectsMax'>) =>
  failure('TOO_MANY_REDIRECTS', 'maybe', host, `it was redirected more than ${redirectsMax} times`);

const temporaryReasons: ReadonlySet<FailureReason> = new Set([
  'DNS_TEMPORARY',
  'OAUTH_UNAVAILABLE',
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
  'TOTAL_TIMEOUT',
  'SOCKET_CLOSED',
]);

/** Whether the same request may succeed later. */
export const isTemporary = (reason: FailureReason): boolean => temporaryReasons.has(reason);
