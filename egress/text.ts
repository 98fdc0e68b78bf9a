/** Whether a pasted text holds what no URL and no host does, and what URL parsers silently drop or turn around. */
export function hasControlSpaceOrBackslash(text: string): boolean {
  return /[\p{Cc}\s\\]/u.test(text);
}

/** One spelling for header names that servers take for the same: case apart, `-`, `_` and `.` as one. */
export function foldHeaderName(name: string): string {
  return name.toLowerCase().replaceAll(/[_.]/g, '-');
}
