/** A session of the console ends this long after it was signed in at the latest. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** It ends before that when nothing was asked with it for so long. */
export const sessionIdleSeconds = 24 * 60 * 60;

/** A link that signs in once ends this long after it was made. */
export const signInCodeSeconds = 15 * 60;

/** A client that sends more wrong tokens than this is told to wait for the end of the window. A right one is taken. */
export const signInFailures = { max: 10, windowSeconds: 10 * 60 } as const;
