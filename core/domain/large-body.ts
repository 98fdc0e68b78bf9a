/** A larger body costs by its bytes; to take a smaller one costs no more than to start its run. */
export const largeBodyBytes = 65_536;
