/** The sentence for the owner of a record with unreadable fields. */
export const damageSentence = (fields: readonly string[]): string =>
  `This record is damaged: ${fields.join(', ')} cannot be read.`;
