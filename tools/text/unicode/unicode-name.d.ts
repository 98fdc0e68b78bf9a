declare module 'unicode-name' {
  /** The corrected name or an alias; angle brackets around a label where Unicode has no name. */
  export function unicodeReadableName(character: string | number): string | undefined;
}
