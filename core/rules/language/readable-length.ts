const ruleTextBytesMax = 4_096;

/** Longer texts are not read by rules. */
export const isReadableLength = (text: string): boolean =>
  text.length <= ruleTextBytesMax && new TextEncoder().encode(text).byteLength <= ruleTextBytesMax;

/** What is said in place of the sentences of a longer text. */
export const tooLongSentence = 'a text of more than 4 KB';
