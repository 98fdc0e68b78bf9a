const textType = /^text\/|json$|xml$|javascript$|yaml$|urlencoded$|^application\/(?:graphql|toml|csv)$/;
/** With more replaced characters than one in ten, bytes are not text in the charset that they are labelled with. */
const replacedShareMax = 0.1;

/** The media type of a content type, lower case and without parameters; empty where none is given. */
export const mediaTypeOf = (contentType: string | null): string =>
  (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The text of a body in its charset, or null when it is not text. A body labelled as text always is. */
export function bodyText(body: Uint8Array, contentType: string | null): string | null {
  const text = decoderOf(contentType).decode(body);
  if (textType.test(mediaTypeOf(contentType))) return text;
  const start = text.slice(0, 4_096);
  const replaced = start.split('\ufffd').length - 1;
  return start.includes('\u0000') || replaced > start.length * replacedShareMax ? null : text;
}

/** The text of a delivery's body, whatever it is. */
export const deliveryText = (body: Uint8Array, contentType: string | null): string =>
  bodyText(body, contentType) ?? new TextDecoder().decode(body);

/** A decoder for the charset that a content type names; UTF-8 for an unknown one. */
export function decoderOf(contentType: string | null): InstanceType<typeof TextDecoder> {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
