/** No sender has this many; each costs a copy. */
const fieldsMax = 200;
const fieldCharactersMax = 100_000;

/** The text fields of a multipart form; files are left out. Undefined where it is none. */
export function fieldsOfMultipart(rawBody: Buffer, contentType: string): URLSearchParams | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  // One character a byte, so that no byte of a file is lost on the way.
  const parts = `\r\n${rawBody.toString('latin1')}`.split(`\r\n--${boundary}`, fieldsMax + 1);
  const fields = new URLSearchParams();
  for (const part of parts.slice(1)) {
    const [head, ...rest] = part.split('\r\n\r\n');
    const name = /^content-disposition: *form-data;(?!.*filename\*?=).*?\bname="([^"\r\n]{1,200})"/im.exec(
      head ?? '',
    )?.[1];
    const value = rest.join('\r\n\r\n');
    if (name !== undefined && value.length <= fieldCharactersMax) fields.append(text(name), text(value));
  }
  return fields;
}

const text = (latin1: string): string => Buffer.from(latin1, 'latin1').toString();
