import { headerOf } from '../read.ts';
import type { SenderRequest } from '../sender.ts';

/** A place in a request: its name for people, and its values, an empty list if there are none. */
export interface Part {
  readonly name: string;
  readonly values: (request: SenderRequest) => readonly string[];
}

/** A whole header, without a prefix that each value begins with (`sha256=`). A value without it is none. */
export const inHeader = (name: string, prefix = ''): Part => ({
  name,
  values: (request) => {
    const value = headerOf(request, name);
    return value?.startsWith(prefix) === true ? [value.slice(prefix.length)] : [];
  },
});

/** All values of one key in a header of pairs: `t=1,v1=a,v1=b`. */
export const inPairs = (
  name: string,
  key: string,
  { separator = ',', equals = '=' }: { readonly separator?: string; readonly equals?: string } = {},
): Part => ({
  name,
  values: (request) =>
    (headerOf(request, name) ?? '').split(separator).flatMap((pair) => {
      const at = pair.indexOf(equals);
      return at > 0 && pair.slice(0, at).trim() === key ? [pair.slice(at + equals.length).trim()] : [];
    }),
});

/** The part that a function finds in the request, such as a member of the body. */
export const inRequest = (name: string, read: (request: SenderRequest) => string | null): Part => ({
  name,
  values: (request) => {
    const value = read(request);
    return value === null ? [] : [value];
  },
});
