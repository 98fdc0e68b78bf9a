import type { FailureReason } from '../contracts/outbound.ts';
import { isRepeatable, type OutboundMethod } from '../domain/outbound-method.ts';

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

/** Before the connection stood. The texts are ours: an error of a library may carry what it was given. */
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

/** Turns whatever the wire threw into a failure with a fresh message. */
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

const temporaryReasons: ReadonlySet<FailureReason> = new Set([
  'DNS_TEMPORARY',
  'CONNECT_FAILED',
  'CONNECT_TIMEOUT',
  'HEADERS_TIMEOUT',
  'TOTAL_TIMEOUT',
  'SOCKET_CLOSED',
]);

/** Whether the same request is worth another try: only where trying twice cannot do something twice. */
export function isTemporary({ reason, sent }: WireFailure, method: OutboundMethod): boolean {
  return temporaryReasons.has(reason) && (sent === 'nothing' || isRepeatable(method));
}
