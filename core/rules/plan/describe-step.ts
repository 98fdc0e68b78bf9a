import type { PlanStep } from '#contracts/plan.ts';
import { isList } from '#domain/json-value.ts';
import { shorten } from '../language/quote.ts';

const charsMax = 500;
const namesMax = 10;

/** A step in one line: `POST api.example.com/orders with id, total, for each of body.items, when event == "paid"`. */
export function describeStep({ when, forEach, request: { method, url, body } }: PlanStep): string {
  const address = /^https?:\/\/((?:\{\{.*?\}\}|[^?#])*)/is.exec(url)?.[1] ?? url;
  const parts = [
    `${method} ${address}${describeBody(body)}`,
    ...(forEach === undefined ? [] : [`for each of ${forEach.in}`]),
    ...(when === undefined ? [] : [`when ${when}`]),
  ];
  return shorten(parts.join(', ').replace(/\s+/g, ' '), charsMax);
}

function describeBody(body: PlanStep['request']['body']): string {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string')
    return /^\{\{\s*text\s*\}\}$/.test(body) ? ' with the delivery as it came' : ' with a text';
  if (typeof body !== 'object' || isList(body)) return ' with JSON';
  const names = Object.keys(body);
  const rest = names.length - namesMax;
  return ` with ${names.slice(0, namesMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
