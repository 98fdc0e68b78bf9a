/** More allowed domains than this are not told to an agent; they are allowed all the same. */
export const accessShownMax = 200;
