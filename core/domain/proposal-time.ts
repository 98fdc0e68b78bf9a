/** A model has read the English of a revision by then, or does not read it any more. */
export const proposalMsMax = 60 * 60_000;
