import { headerText } from '#domain/delivery-headers.ts';
import { jsonTextOf } from '#domain/json-body.ts';
import { valueAt } from '#domain/json-pointer.ts';
import { parseJson, scalarText } from '#domain/json-value.ts';
import type { HookRequest } from './hook-request.ts';

/**
 * The event id where the owner of the automation says that it is: at a JSON pointer of the body, or in a header. Null
 * where nothing, or no text and no number, stands there. A number keeps all of its digits.
 */
export function customEventId(
  eventIdFrom: string,
  { headers, body }: Pick<HookRequest, 'headers' | 'body'>,
): string | null {
  if (!eventIdFrom.startsWith('/')) {
    const value = headers[eventIdFrom.toLowerCase()];
    return typeof value === 'string' ? headerText(value) : null;
  }
  const text = jsonTextOf(headers['content-type'] ?? null, body);
  const parsed = text === undefined ? null : parseJson(text);
  const value = parsed === null ? undefined : valueAt(parsed.value, eventIdFrom);
  return value === undefined || value === null || typeof value === 'boolean' ? null : scalarText(value);
}
