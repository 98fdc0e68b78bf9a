import { shorten } from '../language/quote.ts';

const charsMax = 500;
const namesMax = 10;

interface Described {
  readonly when?: string | undefined;
  readonly forEach?: { readonly in: string } | undefined;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly body?: unknown;
    readonly operation?: { readonly name: string } | undefined;
  };
}

/** A step in one line: `POST api.example.com/orders with id, total, for each of body.items, when event == "paid"`. */
export function describeStep({
  when,
  forEach,
  request: { method, url, body, operation },
}: Described): string {
  const address = /^https?:\/\/((?:\{\{.*?\}\}|[^?#])*)/is.exec(url)?.[1] ?? url;
  const parts = [
    `${operation === undefined ? '' : `${operation.name}: `}${method} ${address}${describeBody(body)}`,
    ...(forEach === undefined ? [] : [`for each of ${forEach.in}`]),
    ...(when === undefined ? [] : [`when ${when}`]),
  ];
  return shorten(parts.join(', ').replace(/\s+/g, ' '), charsMax);
}

function describeBody(body: unknown): string {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string')
    return /^\{\{\s*text\s*\}\}$/.test(body) ? ' with the delivery as it came' : ' with a text';
  if (typeof body !== 'object' || Array.isArray(body)) return ' with JSON';
  const names = Object.keys(body);
  const rest = names.length - namesMax;
  return ` with ${names.slice(0, namesMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
