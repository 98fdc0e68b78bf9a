import type { OutboundCheck, OutboundInvalid, OutboundRequest } from '#contracts/outbound.ts';
import type { BoundedRequest } from '#contracts/policy-bounds.ts';
import { isOutboundMethod, type OutboundMethod, outboundMethods } from '#domain/outbound-method.ts';
import { checkAgentHeaders, type HeaderLine } from './agent-headers.ts';
import { secretsNamedBy } from './fill-secrets.ts';
import { parseTargetWithSecrets } from './secret-url.ts';
import type { Target } from './target.ts';

/** A request that can be sent as it is, if it is allowed. */
export interface ParsedRequest {
  readonly kind: 'parsed';
  readonly method: OutboundMethod;
  readonly target: Target;
  readonly headers: readonly HeaderLine[];
  /** Null where there is none. */
  readonly body: Buffer | null;
  /** For a request whose headers name none. Null where there is no body. */
  readonly contentType: string | null;
  /** The names of the secrets that it has places for, each once. */
  readonly secretNames: readonly string[];
}

interface ParsedCheck {
  readonly kind: 'parsed';
  readonly method: OutboundMethod;
  readonly target: Target;
  readonly secretNames: readonly string[];
}

/** Each place of a secret makes a request longer than the limit of its body, by some kilobytes. */
const secretPlacesMax = 16;

type EncodedBody = Pick<ParsedRequest, 'body' | 'contentType'>;

const invalid = (field: NonNullable<OutboundInvalid['field']>, message: string): OutboundInvalid => ({
  kind: 'invalid',
  message,
  field,
});

/** Method and URL. Never throws. */
function parseCheck(check: OutboundCheck): ParsedCheck | OutboundInvalid {
  const { method } = check;
  if (!isOutboundMethod(method))
    return invalid('method', `method must be one of ${outboundMethods.join(', ')}.`);
  const parsed = parseTargetWithSecrets(check.url);
  if (parsed.kind === 'invalid') return invalid('url', parsed.message);
  const { target } = parsed;
  const secretNames = unique(secretsNamedBy({ target, headers: [], body: null }));
  return { kind: 'parsed', method, target, secretNames };
}

/** Method, URL, headers and body. Never throws. */
export function parseRequest(
  request: OutboundRequest,
  { requestBytesMax }: { readonly requestBytesMax: number },
): ParsedRequest | OutboundInvalid {
  const parsed = parseCheck(request);
  if (parsed.kind === 'invalid') return parsed;
  const checked = checkAgentHeaders(request.headers ?? {});
  if (checked.kind === 'invalid') return invalid('headers', checked.message);
  const encoded = encodeBody(request.body);
  if (encoded.body !== null && encoded.body.length > requestBytesMax) {
    return invalid('body', `body must not be larger than ${requestBytesMax} bytes.`);
  }
  const whole = { ...parsed, headers: checked.headers, ...encoded };
  const secretNames = secretsNamedBy(whole);
  if (secretNames.length > secretPlacesMax)
    return { kind: 'invalid', message: `The request may name secrets at most ${secretPlacesMax} times.` };
  return { ...whole, secretNames: unique(secretNames) };
}

/** A request at a target, as the bounds of policies judge it. */
export const boundedRequest = (
  { method, headers, contentType, body }: ParsedRequest,
  { pathname, search }: Target,
): BoundedRequest => ({
  method,
  path: pathname,
  search,
  headers,
  contentType,
  body: body?.toString() ?? null,
});

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)];

/** A string goes out as it is, anything else as JSON; null and the empty string are no body. */
function encodeBody(body: OutboundRequest['body']): EncodedBody {
  if (body === undefined || body === null || body === '') return { body: null, contentType: null };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const isJson = typeof body !== 'string' || isJsonDocument(body);
  const contentType = isJson ? 'application/json' : 'text/plain; charset=utf-8';
  return { body: Buffer.from(text), contentType };
}

function isJsonDocument(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
