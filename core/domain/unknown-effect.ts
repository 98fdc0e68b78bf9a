/** The sentence about a request that was cut off; `request` is such as "POST api.example.com/orders". */
export const mayHaveArrived = (request: string): string =>
  `${request} may or may not have arrived; it is not sent a second time.`;
