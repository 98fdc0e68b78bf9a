import { z } from 'zod';
import { textParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import { type JsonTree, nullTree, printJson, treeOf } from './json/json-tree.ts';
import { parseJson } from './json/parse-json.ts';

const jwtCharsMax = 16_000;
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

function decodePart(part: string, name: string): JsonTree {
  if (!/^[A-Za-z0-9_-]+={0,2}$/.test(part)) throw invalid(`text is not a JWT: its ${name} is not base64url.`);
  let json: string;
  try {
    json = strictDecoder.decode(Buffer.from(part, 'base64url'));
  } catch {
    throw invalid(`text is not a JWT: its ${name} is not UTF-8.`);
  }
  const tree = parseJson(json, { field: `The ${name} of text` });
  if (tree.kind !== 'object') throw invalid(`text is not a JWT: its ${name} is not a JSON object.`);
  return tree;
}

/** Registered claims that are times, as ISO 8601. Whether a token has expired depends on the clock and is not reported. */
function momentsOf(payload: JsonTree): JsonTree {
  const claims = payload.kind === 'object' ? payload.entries : [];
  const moments = claims.flatMap(([name, value]) => {
    if (!['iat', 'nbf', 'exp', 'auth_time'].includes(name) || value.kind !== 'number') return [];
    const date = new Date(Number(value.raw) * 1000);
    return Number.isNaN(date.getTime()) ? [] : [[name, date.toISOString()] as const];
  });
  return treeOf(new Map(moments));
}

function decodeJwt(text: string): string {
  const token = text.trim().replace(/^Bearer\s+/i, '');
  const parts = token.split('.');
  if (parts.length === 5)
    throw invalid('text is an encrypted token (JWE), whose content cannot be read without its key.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3)
    throw invalid(`text is not a JWT: it has ${parts.length} parts divided by dots, not 3.`);
  const claims = decodePart(payload, 'payload');
  const entries: readonly (readonly [string, JsonTree])[] = [
    ['verified', { kind: 'literal', value: false }],
    ['note', { kind: 'string', value: 'The signature was not checked: anyone could have written this.' }],
    ['header', decodePart(header, 'header')],
    ['payload', claims],
    ['moments', momentsOf(claims)],
    ['signature', signature === '' ? nullTree : { kind: 'string', value: signature }],
  ];
  return printJson({ kind: 'object', entries });
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'jwt-decode',
    title: 'Decode JWT',
    summary: 'Shows header and payload of a JSON Web Token; the signature is not checked.',
    params: z.object({ text: textParam('The token, with or without the prefix Bearer.', jwtCharsMax) }),
    example: {
      params: { text: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiaWF0IjoxNTE2MjM5MDIyfQ.c2ln' },
      result:
        '{\n  "verified": false,\n  "note": "The signature was not checked: anyone could have written this.",\n  "header": {\n    "alg": "HS256"\n  },\n  "payload": {\n    "sub": "1",\n    "iat": 1516239022\n  },\n  "moments": {\n    "iat": "2018-01-18T01:30:22.000Z"\n  },\n  "signature": "c2ln"\n}',
    },
    run: ({ text }) => decodeJwt(text),
  }),
];
