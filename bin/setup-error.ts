/** Something that the reader of the terminal can put right; the message is a sentence that says how. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
