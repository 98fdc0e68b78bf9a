import type { JsonRecord } from '#domain/json-value.ts';
import { collectFields } from './form-fields.ts';

/** Further parts are ignored. */
const partsMax = 1_000;

/** The fields of a multipart form; a file gives its name, type and size. Null when it is not a form. */
export function multipartFields(body: Uint8Array, contentType: string): JsonRecord | null {
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) return null;
  // latin1 keeps one character per byte, so that parts can be cut without a search over bytes.
  const parts = Buffer.from(body).toString('latin1').split(`--${mark}`).slice(1, partsMax);
  const fields = parts.flatMap(readPart);
  return fields.length === 0 ? null : collectFields(fields);
}

function readPart(part: string): (readonly [string, string])[] {
  const match = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)(?:\r?\n)?$/.exec(part);
  if (match === null) return [];
  const [, head = '', content = ''] = match;
  const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
  if (name === undefined) return [];
  const fileName = /;\s*filename="([^"]*)"/i.exec(head)?.[1];
  if (fileName === undefined) return [[toUtf8(name), toUtf8(content)]];
  const type = /^content-type:\s*([^\r\n;]+)/im.exec(head)?.[1] ?? 'application/octet-stream';
  return [[toUtf8(name), `${toUtf8(fileName)} (${type.trim()}, ${content.length} bytes)`]];
}

const toUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString();
