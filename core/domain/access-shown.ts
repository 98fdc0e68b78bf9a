/** An agent is told at most this many allowed domains; further ones are allowed too. */
export const accessShownMax = 200;
