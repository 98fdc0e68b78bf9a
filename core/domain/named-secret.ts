/** The name of a secret of a workspace, as requests name it: `{{secret.slack}}`. */
export const secretNamePattern = /^[a-z][a-z0-9_-]{0,63}$/;

const placeholder = /\{\{\s*secret\.([^{}\s|]+)\s*\}\}/g;

/** How a request names a secret, in the one spelling that is sent on. */
export const secretPlaceholder = (name: string): string => `{{secret.${name}}}`;

/** The name in `{{secret.slack}}` when that is all of the text between the braces, such as `secret.slack`; else null. */
export const secretNameIn = (betweenBraces: string): string | null =>
  /^\s*secret\.([^{}\s|]+)\s*$/.exec(betweenBraces)?.[1] ?? null;

/** Whether the text between two braces begins like the name of a secret, which no field of a delivery is called. */
export const isReservedForSecrets = (betweenBraces: string): boolean => /^\s*secret\s*\./.test(betweenBraces);

/** The names of the secrets that a text has a place for, in order, each as often as it is there. */
export const secretNamesIn = (text: string): readonly string[] =>
  text.includes('{{') ? [...text.matchAll(placeholder)].map(([, name = '']) => name) : [];

/** The text with something else in the place of each secret. */
export const replaceSecrets = (text: string, replacementOf: (name: string) => string): string =>
  text.replace(placeholder, (_, name: string) => replacementOf(name));

/** The places for secrets in a text: the text before each. */
export const secretPlacesIn = (text: string): readonly { readonly name: string; readonly before: string }[] =>
  [...text.matchAll(placeholder)].map(({ 1: name = '', index }) => ({ name, before: text.slice(0, index) }));
