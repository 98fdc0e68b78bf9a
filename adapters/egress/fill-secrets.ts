import { replaceSecrets, secretNamesIn } from '#domain/named-secret.ts';
import type { HeaderLine } from './agent-headers.ts';
import type { Target } from './target.ts';

/** The parts of a request that may name secrets. */
interface Fillable {
  readonly target: Target;
  readonly headers: readonly HeaderLine[];
  readonly body: Buffer | null;
}

type Encode = (value: string) => string;

const asIs: Encode = (value) => value;
const inJson: Encode = (value) => JSON.stringify(value).slice(1, -1);

/** A secret may be several segments, and encoded already, as when it was copied out of a URL. */
const inPath: Encode = (value) =>
  value.replaceAll(/%(?![0-9A-Fa-f]{2})|[^\w\-.~!$&'()*+,;=:@/%]/g, encodeURIComponent);

/** The names of the secrets that a request has places for, one for each place. */
export const secretsNamedBy = ({ target, headers, body }: Fillable): readonly string[] => [
  ...secretNamesIn(target.pathname + target.search),
  ...headers.flatMap(([, value]) => secretNamesIn(value)),
  ...secretNamesIn(body?.toString() ?? ''),
];

/** The request with the values of its secrets in their places, each written as its place demands. */
export function fillSecrets(
  request: Fillable,
  values: ReadonlyMap<string, string>,
  contentType: string | null,
): Fillable {
  if (values.size === 0) return request;
  const { target, headers, body } = request;
  const filled = (text: string, encode: Encode) =>
    replaceSecrets(text, (name) => encode(values.get(name) ?? ''));
  return {
    target: {
      ...target,
      pathname: filled(target.pathname, inPath),
      search: filled(target.search, encodeURIComponent),
    },
    headers: headers.map(([name, value]) => [name, filled(value, asIs)]),
    body: body && Buffer.from(filled(body.toString(), encodingOf(headers, contentType))),
  };
}

function encodingOf(headers: readonly HeaderLine[], contentType: string | null): Encode {
  const [, type] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? ['', contentType ?? ''];
  if (/[/+]json\b/i.test(type)) return inJson;
  return /^application\/x-www-form-urlencoded\b/i.test(type.trim()) ? encodeURIComponent : asIs;
}
