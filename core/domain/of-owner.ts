/** Whether a delivery was made of a stored one by its owner: then it is no request of a sender. */
export const isOfOwner = ({
  replayOf,
  runOf,
}: {
  readonly replayOf: string | null;
  readonly runOf: string | null;
}): boolean => replayOf !== null || runOf !== null;
