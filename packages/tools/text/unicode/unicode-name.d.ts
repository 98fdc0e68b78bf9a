declare module 'unicode-name' {
  /** The corrected name or an alias; a label in angle brackets if Unicode has no name. */
  export function unicodeReadableName(character: string | number): string | undefined;
}
