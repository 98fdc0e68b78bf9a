/** How much of the tokens of a run one prompt may spend on what is from outside; every turn repeats it. */

const bytesPerToken = 3;

/** UTF-8 bytes of a body that a prompt may show in a run of so many tokens: a sixth of them. */
export const bodyBytesIn = (tokensOfRun: number): number => Math.floor((tokensOfRun * bytesPerToken) / 6);

/** Bytes of results of reading that a prompt may hold in a run of so many tokens: a twelfth of them. */
export const readBytesIn = (tokensOfRun: number): number => Math.floor((tokensOfRun * bytesPerToken) / 12);
