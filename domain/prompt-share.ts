/** How much of a run's tokens a prompt may spend on what is from outside; every turn repeats it. */

const bytesPerToken = 3;
/** So many turns that show a large body should fit in the tokens of a run … */
const turnsWithBody = 6;
/** … and so many that show what was read of it beside it. */
const turnsWithReads = 12;

const shareOf = (turns: number) => (tokensOfRun: number) => Math.floor((tokensOfRun * bytesPerToken) / turns);

/** UTF-8 bytes of a body that a prompt may show in a run of so many tokens. */
export const bodyBytesIn = shareOf(turnsWithBody);

/** Bytes of results of reading that a prompt may hold in a run of so many tokens. */
export const readBytesIn = shareOf(turnsWithReads);
