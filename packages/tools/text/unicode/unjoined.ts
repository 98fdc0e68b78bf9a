/**
 * Ranges for a class of a regular expression: each of these characters is one to a reader, whatever of them or of ASCII
 * stands beside it. No spaces, and a fixed-width font draws each in one column.
 */
export const unjoinedNarrow = String.raw`\xA1-\xAC\xAE-\u02FF\u0370-\u0482\u048A-\u058F\u05D0-\u05EA\u0620-\u064A\u0660-\u066F\u0671-\u06D3\u1E00-\u1FFF\u2010-\u2027\u2030-\u205E\u20A0-\u20C0\u2100-\u2319\uFB50-\uFDCF\uFDF0-\uFDFF\uFE70-\uFEFC\uFFFC\uFFFD`;

/** The same of Chinese, Japanese and Korean, where most are drawn in two columns. */
export const unjoinedEastAsian = String.raw`\u2E80-\u2FD5\u3000-\u3029\u3030-\u3096\u309B-\u3163\u3165-\u318E\u3190-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF9D\uFFE0-\uFFE6`;
