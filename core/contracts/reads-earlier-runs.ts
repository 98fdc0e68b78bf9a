import { z } from 'zod';

export const ReadsEarlierRuns = z
  .boolean()
  .describe(
    'Whether a model may read what earlier runs of the same reference in this automation were given, did and answered (`read_earlier_runs`): the last 10, each in short, as data. Unless the signature of the sender covers the reference, a stranger who has the URL may name any: so it is without a signing secret, and with the header `X-Service-Reference`.',
  );
