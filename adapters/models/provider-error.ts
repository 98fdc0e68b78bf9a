import type { APICallError } from 'ai';

/** The message of a provider about a call that it did not answer, unchanged: it may quote the prompt, or a key. */
export interface RawProviderError {
  /** Null where no answer came. */
  readonly status: number | null;
  /** Its word for the kind of error, such as `model_not_found`; of a connection the system's, such as `ECONNREFUSED`. */
  readonly type: string | null;
  readonly message: string;
}

const textCharsMax = 64 * 1024;

/** Reads the error bodies of all formats: members `error`, `message`, `detail`, or a page of text. */
export function readProviderError({ statusCode, responseBody, cause }: APICallError): RawProviderError {
  if (statusCode === undefined) return { status: null, type: systemCodeOf(cause), message: '' };
  const text = (responseBody ?? '').slice(0, textCharsMax);
  const body = parsed(text);
  const error = isObject(body['error']) ? body['error'] : body;
  return {
    status: statusCode,
    type: firstText(error, ['code', 'type', 'status']),
    message: firstText(error, ['message', 'detail', 'error']) ?? plainText(text),
  };
}

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

function parsed(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isObject(first) ? first : {};
  } catch {
    return {};
  }
}

const firstText = (members: Members, names: readonly string[]): string | null =>
  names.map((name) => members[name]).find((value): value is string => typeof value === 'string') ?? null;

/** The words of an HTML page. */
const plainText = (text: string): string =>
  text.trimStart().startsWith('<') ? text.replaceAll(/<[^<>]*>/g, ' ') : '';

/** The code of a failed connection, which the SDK wraps more than once. */
function systemCodeOf(error: unknown, depth = 0): string | null {
  if (!isObject(error) || depth > 5) return null;
  return typeof error['code'] === 'string' ? error['code'] : systemCodeOf(error['cause'], depth + 1);
}
