const pathCharsMax = 500;

/** A path that stays where it is behind a host: each segment is whole, and none of them is a step back. */
export const isPath = (path: string): boolean =>
  path.length <= pathCharsMax &&
  /^(?:\/(?:[A-Za-z0-9_.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2}|\{[^{}/?#\\%]{1,100}\})*)+$/.test(path) &&
  !path.includes('//') &&
  !/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path) &&
  !/%(?:2f|5c)/i.test(path);
