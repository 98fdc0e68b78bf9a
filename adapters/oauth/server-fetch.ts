import { decodeContent } from '#domain/decode-content.ts';
import type { OwnerRequest } from '#egress/request-of-owner.ts';
import { NotAsked } from './fault.ts';

/** The request as `customFetch` of oauth4webapi gets it. */
interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The ways of a server that are not those of the standard. */
export interface ServerWays {
  /** Nothing else than the token is of use where no issuer is known to hold an ID token against. */
  readonly hasIssuer: boolean;
  readonly tokenBody?: 'json' | undefined;
}

const bytesMax = 256 << 10;

/** Three of them, the metadata twice and a token, take less time than the lock of a policy lasts. */
export const serverLimits = { totalMs: 12_000, responseBytesMax: bytesMax };

const temporary = /^(DNS_TEMPORARY|CONNECT_|TOTAL_TIMEOUT|SOCKET_CLOSED)/;

/** Asks authorization servers over the address checks of every request of an owner; no redirect is followed. */
export function createServerFetch({ send }: Pick<OwnerRequest, 'send'>, ways: ServerWays) {
  return async function serverFetch(url: string, asked: Asked): Promise<Response> {
    const { method } = asked;
    const form = asked.body instanceof URLSearchParams ? asked.body : null;
    const isJson = form !== null && ways.tokenBody === 'json';
    const answer = await send(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: {
        ...asked.headers,
        'accept-encoding': 'identity',
        ...(isJson && { 'content-type': 'application/json' }),
      },
      body: form === null ? null : isJson ? JSON.stringify(Object.fromEntries(form)) : form.toString(),
    });
    if (answer.kind !== 'answered')
      throw new NotAsked(answer.message, answer.kind === 'failed' && temporary.test(answer.reason));
    const coding = [answer.headers['content-encoding'] ?? []].flat().join(', ');
    const content = await decodeContent(answer.body, coding, bytesMax);
    if (content.kind === 'failed') throw new NotAsked('Its answer cannot be read.', false);
    const type = [answer.headers['content-type'] ?? []].flat()[0] ?? '';
    return responseOf(answer.status, content.bytes.toString(), { type, isToken: form !== null, ways });
  };
}

interface Kind {
  readonly type: string;
  readonly isToken: boolean;
  readonly ways: ServerWays;
}

/** A challenge beside an error would hide its code: only the body is handed on. */
function responseOf(status: number, text: string, { type, isToken, ways }: Kind): Response {
  const headers = { 'content-type': type };
  if (status === 204 || status === 205 || status === 304) return new Response(null, { status, headers });
  const members = isToken ? membersOf(text) : null;
  if (members === null) return new Response(text, { status, headers });
  // Some servers answer an error with 200.
  const isError = typeof members['error'] === 'string' && members['access_token'] === undefined;
  return new Response(JSON.stringify(inStandardForm(members, ways)), {
    status: status === 200 && isError ? 400 : status,
    headers: { 'content-type': 'application/json' },
  });
}

function membersOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Members that are null are absent; a type that is missing, or a server's own word for it, is `bearer`. */
function inStandardForm(members: Readonly<Record<string, unknown>>, { hasIssuer }: ServerWays) {
  const { token_type: type = 'bearer', id_token: idToken, ...rest } = members;
  const given = Object.entries(rest).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(given),
    token_type: type === 'bot' || type === null ? 'bearer' : type,
    ...(hasIssuer && idToken !== undefined && { id_token: idToken }),
  };
}
