import { createHmac } from 'node:crypto';

import type { SenderChallenge } from '#contracts/sender-data.ts';
import type { HandshakeAnswer, Sender, SenderRequest } from '../sender.ts';
import { readPlace } from './place.ts';

type Echo = NonNullable<SenderChallenge['text']>;
type ReadEcho = (request: SenderRequest, secret: string | null) => string | null;

/** A text that is sent back can be no page; a header is one line. */
const plainText = /^[^<>&\p{C}]{1,1024}$/u;
const headerValue = /^[\x21-\x7e]{1,512}$/;
/** A text in which no delivery can be written: the answer to a challenge is a signature too. */
export const signableText = /^[\w-]{1,128}$/;

export const challengeOf = (challenge: SenderChallenge): NonNullable<Sender['handshake']> => ({
  methods: [challenge.method],
  answer: answerOf(challenge),
  isSigned: challenge.isSigned ?? false,
});

/** Whether every condition holds. */
export function conditionsOf(conditions: readonly string[]): (request: SenderRequest) => boolean {
  const tests = conditions.map(conditionOf);
  return (request) => tests.every((test) => test(request));
}

/** `place`: it has a value; `place=value`: this one; `place^=value`: one that begins with it; `!…`: not so. */
function conditionOf(text: string): (request: SenderRequest) => boolean {
  if (text.startsWith('!')) {
    const holds = conditionOf(text.slice(1));
    return (request) => !holds(request);
  }
  const [, place = text, operator = '', value = ''] = /^(.+?)(\^?=)(.*)$/s.exec(text) ?? [];
  const read = readPlace(place);
  if (operator === '') return (request) => read(request) !== null;
  if (operator === '=') return (request) => read(request) === value;
  return (request) => read(request)?.startsWith(value) === true;
}

function answerOf({
  method,
  when,
  text,
  json,
  headers,
}: SenderChallenge): NonNullable<Sender['handshake']>['answer'] {
  const isAsked = conditionsOf(when);
  const readBody = text === undefined ? null : echoOf(text);
  const members = Object.entries(json ?? {}).map(([name, echo]) => [name, echoOf(echo)] as const);
  const lines = Object.entries(headers ?? {}).map(
    ([name, echo]) => [name.toLowerCase(), echoOf(echo)] as const,
  );
  return (request, secret): HandshakeAnswer | null => {
    if (request.method !== method || !isAsked(request)) return null;
    const written = readBody?.(request, secret) ?? null;
    if (readBody !== null && (written === null || !plainText.test(written))) return null;
    const body = valuesOf(members, request, secret);
    const sent = valuesOf(lines, request, secret);
    if (body === null || sent === null || Object.values(sent).some((value) => !headerValue.test(value)))
      return null;
    const safe = { ...sent, ...(written !== null && { 'x-content-type-options': 'nosniff' }) };
    return {
      status: 200,
      ...(Object.keys(safe).length > 0 && { headers: safe }),
      body: members.length > 0 ? body : written,
    };
  };
}

/** Null where one has no value, or a long one. */
function valuesOf(
  echoes: readonly (readonly [string, ReadEcho])[],
  request: SenderRequest,
  secret: string | null,
): Readonly<Record<string, string>> | null {
  const values = echoes.map(([name, read]) => [name, read(request, secret)] as const);
  return values.some(([, value]) => value === null || value.length > 1_024)
    ? null
    : Object.fromEntries(values.map(([name, value]) => [name, value ?? '']));
}

function echoOf(echo: Echo): ReadEcho {
  if (typeof echo === 'string') return readPlace(echo);
  const { sign, algorithm = 'sha256', encoding = 'hex', prefix = '' } = echo;
  const read = readPlace(sign);
  return (request, secret) => {
    const text = read(request);
    if (text === null || secret === null || !signableText.test(text)) return null;
    return prefix + createHmac(algorithm, secret).update(text).digest(encoding);
  };
}

/** Whether the answer signs a text that the request chose. */
export const signsEcho = ({ text, json = {}, headers = {} }: SenderChallenge): boolean =>
  [text, ...Object.values(json), ...Object.values(headers)].some((echo) => typeof echo === 'object');
