import { randomBytes } from 'node:crypto';

import { replaceSecrets, secretNamesIn, secretPlaceholder } from '#domain/named-secret.ts';
import { parseTarget, type TargetParse } from './target.ts';

/**
 * Parses a URL that may name secrets, which its parts then show as `{{secret.name}}` in path and query. A URL that encodes
 * those characters itself names none. Never throws.
 */
export function parseTargetWithSecrets(raw: string): TargetParse {
  const names = secretNamesIn(raw);
  if (names.length === 0) return parseTarget(raw);
  // A text that the parser keeps as it is, and that nothing from outside can contain.
  const standIn = `s${randomBytes(16).toString('hex')}`;
  let index = 0;
  const parsed = parseTarget(replaceSecrets(raw, () => `${standIn}-${index++}-`));
  if (parsed.kind === 'invalid') return parsed;
  const { target } = parsed;
  if (target.origin.includes(standIn))
    return { kind: 'invalid', message: 'url may name a secret only behind its host.' };
  const shown = (text: string) =>
    text.replaceAll(new RegExp(`${standIn}-(\\d+)-`, 'g'), (_, place: string) =>
      secretPlaceholder(names[Number(place)] ?? ''),
    );
  const { pathname, search } = target;
  return { kind: 'target', target: { ...target, pathname: shown(pathname), search: shown(search) } };
}
