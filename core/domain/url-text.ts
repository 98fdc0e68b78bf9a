/** Whether a pasted text holds what no URL and no host does, and what URL parsers silently drop or rewrite. */
export function hasControlSpaceOrBackslash(text: string): boolean {
  return /[\p{Cc}\s\\]/u.test(text);
}

/** Whether a URL has a user name or password before its host. An empty one counts, which a parsed URL does not show. */
export function hasUserinfo(url: string): boolean {
  return /^(?:https?:\/*|\/\/+)[^/?#]*@/i.test(url);
}
