import { outboundMethods } from '#domain/outbound-method.ts';
import type { AnswerTo } from '#api/routing/call-operation.ts';

export type ShownCase = AnswerTo<'readCaseOfDelivery'>;

/** A request as it is written in the form. */
export interface RequestRow {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** The form that keeps a case, as it is typed. */
export interface KeepFields {
  readonly name: string;
  readonly mustHold: boolean;
  readonly expected: string;
  readonly requests: readonly RequestRow[];
}

/** Requests that only read are no part of a case. */
export const writingMethods: readonly string[] = outboundMethods.filter((method) => method !== 'GET');

/** The name of a field of a request, which is also that of its member in the body. */
export const fieldOfRequest = (index: number, member: keyof RequestRow): string =>
  `expected.requests.${index}.${member}`;

export function fieldsOfCase({ kept, name, done, requests }: ShownCase): KeepFields {
  const expected = kept?.expected ?? done;
  const written = expected?.kind === 'requests' ? expected.requests : requests;
  return {
    name: kept?.name ?? name,
    mustHold: kept?.mustHold ?? false,
    expected:
      JSON.stringify(expected) === JSON.stringify(done) && done !== null
        ? 'done'
        : (expected?.kind ?? 'requests'),
    requests: written.map(({ title, target, body }) => ({ method: title, url: target, body: body ?? '' })),
  };
}

/** Rows without a URL are none. */
export function fieldsOfForm(form: URLSearchParams): KeepFields {
  const rows: RequestRow[] = [];
  const at = (member: keyof RequestRow, index: number) => form.get(fieldOfRequest(index, member)) ?? '';
  for (let index = 0; form.has(fieldOfRequest(index, 'url')); index += 1)
    rows.push({ method: at('method', index), url: at('url', index).trim(), body: lines(at('body', index)) });
  return {
    name: form.get('name') ?? '',
    mustHold: form.get('mustHold') === 'true',
    expected: form.get('expected') ?? '',
    requests: rows.filter(({ url }) => url !== ''),
  };
}

/** Browsers send each end of a line as two characters. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n');

/** The body of the operation that keeps it. */
export function bodyOfFields({ name, mustHold, expected, requests }: KeepFields) {
  const written = requests.map(({ method, url, body }) => ({ method, url, ...(body !== '' && { body }) }));
  return {
    mustHold,
    ...(name.trim() !== '' && { name }),
    ...(expected !== 'done' && {
      expected: { kind: expected, ...(expected === 'requests' && { requests: written }) },
    }),
  };
}
