import { bodyText, mediaTypeOf } from '#domain/body-text.ts';
import { parseJson } from '#domain/json-value.ts';
import { once } from '#domain/once.ts';
import { fieldsOfMultipart } from './multipart.ts';
import type { SenderRequest } from './sender.ts';

/** A request for the rules of senders; body and query are parsed when they are first read. */
export function createSenderRequest(input: {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawBody: Buffer;
  readonly now: number;
}): SenderRequest {
  const { url, rawBody } = input;
  const contentType = joined(input.headers['content-type']) ?? null;
  const mediaType = mediaTypeOf(contentType);
  const isForm = mediaType === 'application/x-www-form-urlencoded';
  const json = once(() => (isForm ? undefined : parseJson(bodyText(rawBody, contentType) ?? '')?.value));
  const form = once(() => {
    if (mediaType === 'multipart/form-data') return fieldsOfMultipart(rawBody, contentType ?? '');
    return isForm ? new URLSearchParams(rawBody.toString()) : undefined;
  });
  const query = once(() => new URL(url).searchParams);
  return {
    method: input.method,
    url,
    headers: Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name, joined(value)])),
    rawBody,
    now: input.now,
    get json() {
      return json();
    },
    get form() {
      return form();
    },
    get query() {
      return query();
    },
  };
}

const joined = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.join(', ');
