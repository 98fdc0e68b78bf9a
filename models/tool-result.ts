import type { ToolCall, ToolResult } from '../contracts/turn.ts';
import { pageCharsMax } from '../domain/read-page.ts';
import { wrapData } from './marker.ts';

/** The message that tells the model what became of a call: plain JSON, the same for the same result. */
export function toolResultMessage(call: ToolCall, result: ToolResult, nonce: string) {
  const isError = result.kind === 'refused' || result.kind === 'failed';
  const output = { type: isError ? 'error-text' : 'text', value: renderResult(call, result, nonce) };
  const part = { type: 'tool-result', toolCallId: call.callId, toolName: call.name, output };
  return { role: 'tool', content: [part] };
}

function renderResult({ callId }: ToolCall, result: ToolResult, nonce: string): string {
  switch (result.kind) {
    case 'refused':
    case 'failed':
      return JSON.stringify({ kind: result.kind, message: result.message });
    case 'page': {
      const { text, ...place } = result.page;
      return `${JSON.stringify({ kind: 'page', ...place })}\n${wrapData(text, nonce)}`;
    }
    case 'response': {
      const { body, headers, status, truncated, notes } = result;
      const shown = body.slice(0, pageCharsMax);
      const isCut = shown.length < body.length;
      const head = {
        kind: 'response',
        status,
        truncated,
        ...(notes && { notes }),
        ...(isCut && { shownChars: shown.length, totalChars: body.length, more: readMore(callId) }),
      };
      // Headers are the target's words as much as the body is.
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      return `${JSON.stringify(head)}\n${wrapData([...lines, '', shown].join('\n'), nonce)}`;
    }
  }
}

const readMore = (callId: string): string => `read_response with requestCallId ${JSON.stringify(callId)}`;
