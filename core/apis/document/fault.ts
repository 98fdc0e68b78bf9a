/** A document that cannot be used; the message is a sentence for its owner. */
export class DocumentFault extends Error {}

/** A part of a document that the operation which has it is left out for; the message follows its name. */
export class PartFault extends Error {}
