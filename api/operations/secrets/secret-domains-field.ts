import { z } from 'zod';

import { NewSecret } from '#contracts/secret.ts';

/** Documentation only: the domain parser validates each value. */
export const secretDomainsField = z
  .array(z.unknown().meta({ type: 'string', description: 'A host, a URL with one, or `*.` and a host.' }))
  .describe(NewSecret.shape.domains.description ?? '');
