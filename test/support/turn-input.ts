import type { TurnInput } from '#capabilities/agent-turn.ts';
import type { FilterInput, TurnDelivery } from '#contracts/turn.ts';
import { defaultBudget } from '#domain/budget.ts';
import { readDocument } from '#rules/read-document.ts';

const encoder = new TextEncoder();

/** A delivery with a body of JSON, or of text with its content type. */
export function deliveryOf(body: unknown, details: Partial<TurnDelivery> = {}): TurnDelivery {
  return {
    contentType: 'application/json',
    headers: {},
    body:
      body instanceof Uint8Array
        ? body
        : encoder.encode(typeof body === 'string' ? body : JSON.stringify(body)),
    receivedAt: '2026-03-01T12:00:00.000Z',
    eventId: 'evt-1',
    reference: null,
    referenceUrl: null,
    sender: 'generic',
    eventName: null,
    ...details,
  };
}

export const documentOf = (body: unknown, details: Partial<TurnDelivery> = {}) =>
  readDocument(deliveryOf(body, details));

export const testClock = { now: new Date('2026-03-01T12:00:30Z'), timeZone: 'UTC' };
export const testNonce = 'q7Rm2Xv9Kt4Lw8Zp';

export function turnInputOf(
  instructions: string,
  body: unknown,
  details: Partial<TurnInput> = {},
): TurnInput {
  return {
    instructions,
    automationName: 'Orders',
    clock: testClock,
    cacheKey: 'aut_orders',
    delivery: deliveryOf(body),
    access: [{ domain: 'api.example.com', headerName: 'Authorization' }],
    nonce: testNonce,
    messages: [],
    turns: [],
    results: [],
    limits: { maxOutputTokens: 4_096, maxRequests: 5, run: defaultBudget },
    ...details,
  };
}

export function filterInputOf(
  filter: string,
  body: unknown,
  details: Partial<FilterInput> = {},
): FilterInput {
  return {
    filter,
    condition: null,
    clock: testClock,
    delivery: deliveryOf(body),
    nonce: testNonce,
    ...details,
  };
}
