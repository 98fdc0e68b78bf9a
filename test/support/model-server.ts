import type { IncomingMessage, ServerResponse } from 'node:http';

import { readAll, startLoopbackServer } from './loopback-server.ts';

/** One answer of the server: a completion, or something that goes wrong. */
export type Scripted =
  | {
      readonly text?: string;
      readonly toolCalls?: readonly {
        readonly name: string;
        readonly arguments: string;
        readonly id?: string;
      }[];
      readonly finishReason?: string;
      readonly usage?: {
        readonly prompt_tokens: number;
        readonly completion_tokens: number;
        readonly prompt_tokens_details?: { readonly cached_tokens: number };
        readonly completion_tokens_details?: { readonly reasoning_tokens: number };
      } | null;
    }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly raw: string; readonly contentType?: string }
  | { readonly hang: 'headers' | 'body' | 'cut' | 'endless' };

export interface RecordedCall {
  readonly headers: IncomingMessage['headers'];
  /** The body on the wire. */
  readonly text: string;
  readonly body: {
    readonly messages: readonly { role: string; content: unknown }[];
    readonly [key: string]: unknown;
  };
}

/** A Chat Completions server on a free port that answers from a queue and records what it was sent. */
export async function startModelServer(
  script: readonly Scripted[] | ((call: number, request: RecordedCall) => Scripted | Promise<Scripted>),
) {
  const calls: RecordedCall[] = [];
  let closedEarly = 0;
  const server = await startLoopbackServer((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) closedEarly += 1;
    });
    void readAll(request).then(async (text) => {
      if (request.url?.endsWith('/models')) return sendJson(response, 200, { data: [{ id: 'fixture' }] });
      const call: RecordedCall = { headers: request.headers, text, body: JSON.parse(text) };
      calls.push(call);
      const next = typeof script === 'function' ? await script(calls.length, call) : script[calls.length - 1];
      return answer(response, next ?? { status: 500, body: 'the script is over' });
    });
  });
  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    calls,
    /** Connections that the caller gave up. */
    closedEarly: () => closedEarly,
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function answer(response: ServerResponse, scripted: Scripted): void {
  if ('hang' in scripted) return hang(response, scripted.hang);
  if ('raw' in scripted) {
    response.writeHead(200, { 'content-type': scripted.contentType ?? 'application/json' });
    response.end(scripted.raw);
  } else if ('status' in scripted) {
    response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers });
    response.end(scripted.body ?? JSON.stringify({ error: { message: 'scripted' } }));
  } else sendJson(response, 200, completion(scripted));
}

function hang(response: ServerResponse, where: 'headers' | 'body' | 'cut' | 'endless'): void {
  if (where === 'headers') return;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"id":"x","choices":[');
  if (where === 'cut') setImmediate(() => response.destroy());
  if (where === 'endless') {
    const blanks = ' '.repeat(65_536);
    const more = () => {
      while (!response.destroyed && response.write(blanks));
    };
    response.on('drain', more);
    more();
  }
}

function completion({ text, toolCalls, finishReason, usage }: Extract<Scripted, { text?: string }>) {
  const tool_calls = toolCalls?.map((call, index) => ({
    id: call.id ?? `call-${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    id: 'cmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'fixture',
    choices: [
      {
        index: 0,
        finish_reason: finishReason ?? (tool_calls ? 'tool_calls' : 'stop'),
        message: { role: 'assistant', content: text ?? null, ...(tool_calls && { tool_calls }) },
      },
    ],
    ...(usage !== null && {
      usage: { ...(usage ?? { prompt_tokens: 100, completion_tokens: 20 }), total_tokens: 120 },
    }),
  };
}
