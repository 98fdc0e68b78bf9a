/** Whether a pasted text holds what no URL and no host does, and what URL parsers silently drop or turn around. */
export function hasControlSpaceOrBackslash(text: string): boolean {
  return /[\p{Cc}\s\\]/u.test(text);
}

/** Whether a URL has a user name or password before its host. An empty one counts, of which a parsed URL knows nothing. */
export function hasUserinfo(url: string): boolean {
  return /^(?:https?:\/*|\/\/+)[^/?#]*@/i.test(url);
}

/** One spelling for header names that servers take for the same: case apart, `-`, `_` and `.` as one. */
export function foldHeaderName(name: string): string {
  return name.toLowerCase().replaceAll(/[_.]/g, '-');
}
