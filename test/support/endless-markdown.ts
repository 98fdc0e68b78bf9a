/** More work for `strip-markdown` than any limit of its time: behind each sign an address is looked for. */
export const endlessMarkdown = `@ ${'*a'.repeat(99_000)}`;
