import { DocumentFault, PartFault } from './fault.ts';

export type Members = Readonly<Record<string, unknown>>;

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member of that name, which a document can only have by itself. */
export const memberOf = (value: unknown, name: string): unknown =>
  isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const followedMax = 32;

/** The value at a place of a document, and the references that led there. */
export interface Found {
  readonly value: unknown;
  readonly through: readonly string[];
}

/** Follows references within a document. Throws DocumentFault for one that leaves it, PartFault for one that leads nowhere. */
export function createReferences(document: unknown) {
  function follow(given: unknown): Found {
    const through: string[] = [];
    let value = given;
    for (let ref = refOf(value); ref !== null; ref = refOf(value)) {
      if (through.includes(ref) || through.length >= followedMax)
        throw new PartFault(`its reference ${shown(ref)} leads back to itself`);
      through.push(ref);
      value = at(ref);
    }
    return { value, through };
  }

  function at(ref: string): unknown {
    if (!ref.startsWith('#'))
      throw new DocumentFault(
        `The reference ${shown(ref)} leaves the document: give one document that holds everything.`,
      );
    const parts = ref === '#' ? [] : ref.slice(2).split('/').map(unescaped);
    let value = document;
    for (const part of parts) {
      value = Array.isArray(value) ? (value as unknown[])[Number(part)] : memberOf(value, part);
      if (value === undefined) throw new PartFault(`its reference ${shown(ref)} leads nowhere`);
    }
    return value;
  }

  return { follow };
}

export type References = ReturnType<typeof createReferences>;

function refOf(value: unknown): string | null {
  const ref = memberOf(value, '$ref');
  return typeof ref === 'string' ? ref : null;
}

function unescaped(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const shown = (ref: string): string => JSON.stringify(ref.slice(0, 200));
