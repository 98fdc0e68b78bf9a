import { sha256 } from '#domain/digest.ts';
import type { SenderRequest } from './sender.ts';

const charactersMax = 200;

/**
 * One id for all parts that tell an event from others, in their order; null where one of them is null. Those that not
 * every event has are blank and come last.
 */
export function idOfParts(parts: readonly (string | null)[]): string | null {
  if (parts.includes(null)) return null;
  const id = parts.slice(0, parts.findLastIndex((part) => part !== '') + 1).join(':');
  if (id === '') return null;
  return id.length <= charactersMax ? id : `sha256:${sha256(Buffer.from(id))}`;
}

/** Names the content alone: of a sender whose bodies differ from event to event and stay on a retry. */
export const idOfContent = ({ rawBody }: SenderRequest): string | null =>
  rawBody.length === 0 ? null : `sha256:${sha256(rawBody)}`;
