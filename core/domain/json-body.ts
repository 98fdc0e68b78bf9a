const jsonType = /^(?:application|text)\/(?:[\w.!#$&^-]+\+)?json$|^[\w.-]+\/[\w.!#$&^-]+\+json$/;

/**
 * The parsed body when it counts as JSON: a JSON content type (`+json` too), or no content type and it parses.
 * `undefined` for everything else, broken JSON and a wrong charset included.
 */
export function jsonOf(contentType: string | null, body: Uint8Array): unknown {
  const text = jsonTextOf(contentType, body);
  return text === undefined ? undefined : parse(text);
}

/** The text of a body that counts as JSON, if it is; `undefined` where it cannot be, or is of a wrong charset. */
export function jsonTextOf(contentType: string | null, body: Uint8Array): string | undefined {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type !== '' && !jsonType.test(type)) return undefined;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return decode(body, charset?.replaceAll('"', '') ?? 'utf-8');
}

function decode(body: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return exactIds(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

const idMembers = ['event_id', 'idempotency_key'];

/** Ids written as long numbers keep all their digits; two different ones must never become the same double. */
function exactIds(json: unknown, text: string): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  const members = json as Record<string, unknown>;
  const rounded = idMembers.filter(
    (name) => typeof members[name] === 'number' && !Number.isSafeInteger(members[name]),
  );
  if (rounded.length === 0) return json;
  const byHolder = new Map<unknown, Record<string, string>>();
  const root: unknown = JSON.parse(
    text,
    function keepSource(this: unknown, name: string, value: unknown, context?: { source?: string }) {
      if (rounded.includes(name) && context?.source !== undefined) {
        byHolder.set(this, { ...byHolder.get(this), [name]: context.source });
      }
      return value;
    },
  );
  return { ...members, ...byHolder.get(root) };
}
