/** A session of the console ends this long after it was signed in. */
export const sessionSeconds = 7 * 24 * 60 * 60;

/** A link that signs in once ends this long after it was made. */
export const signInCodeSeconds = 15 * 60;

/** A client that sends more wrong tokens than this waits for the end of the window. */
export const signInFailures = { max: 10, windowSeconds: 10 * 60 } as const;
