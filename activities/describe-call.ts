import type { ToolCall } from '../contracts/turn.ts';

const bytesMax = 200;

/** One line for operators; a query may hold data and stays out. */
export function describeCall(call: ToolCall): string {
  switch (call.name) {
    case 'http_request':
      return cut(`${call.method} ${addressOf(call.url)}`);
    case 'read_delivery':
      return 'Read on in the delivery';
    case 'read_response':
      return 'Read on in a response';
  }
}

function addressOf(url: string): string {
  if (!URL.canParse(url)) return '(not a URL)';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function cut(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}
