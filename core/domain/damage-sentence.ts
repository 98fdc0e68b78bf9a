/** What the owner of a record is told when fields of it cannot be read. */
export const damageSentence = (fields: readonly string[]): string =>
  `This record is damaged: ${fields.join(', ')} cannot be read.`;
