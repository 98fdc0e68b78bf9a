/** More readings than any path has that is meant as it is written. */
const readingsMax = 64;

const run = /(?:%[0-9a-f]{2})+/gi;

/** Null where it is not UTF-8, or a `%` is no escape. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * A path with the characters decoded that a URL cannot have otherwise. Escapes of characters that could also stand there as they are
 * stay, and those of `%`, of control characters, and of braces, which mark places of secrets.
 */
const written = (path: string): string =>
  path.replaceAll(run, (escapes) =>
    Array.from(decoded(escapes) ?? '', (character) =>
      /[%{}\p{Cc}]/u.test(character) || encodeURI(character) === character ? escaped(character) : character,
    ).join(''),
  );

const escaped = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
    if (index === segments.length - 1 && (segment === '.' || segment === '..')) kept.push('');
  }
  return `/${kept.join('/')}`;
}

/** The ways in which servers, and what stands before them, read a path. */
const ways: readonly ((path: string) => string | null)[] = [
  (path) => decoded(path.replaceAll(/%(?![0-9a-f]{2})/gi, '%25')),
  (path) => path.replaceAll('\\', '/'),
  (path) => path.replaceAll(/\/{2,}/g, '/'),
  withoutDots,
  (path) => path.replaceAll(/;[^/]*/g, ''),
  (path) => path.replace(/[?#].*$/s, ''),
  (path) => path.replace(/(?<=.)\/+$/, ''),
];

/**
 * Every path that a server may take this one for, each once, the path as it is written first: decoded once or more often, with
 * `..`, `//`, `\` and parameters behind `;` taken literally or not. Null where nobody can tell: control characters, broken
 * escapes, or too many readings.
 */
export function pathReadings(path: string): readonly string[] | null {
  if (decoded(path) === null) return null;
  const readings = new Set([written(path)]);
  for (const reading of readings) {
    if (/\p{Cc}|%u[0-9a-f]{4}/iu.test(reading) || readings.size > readingsMax) return null;
    for (const read of ways) {
      const other = read(reading);
      if (other === null) return null;
      readings.add(other);
    }
  }
  return [...readings];
}
