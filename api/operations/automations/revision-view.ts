import { z } from 'zod';

import { Revision } from '../../../contracts/automation.ts';
import type { SavedRevision } from '../../../store/automations.ts';

/** A numbered revision of an automation. */
export const RevisionView = Revision.extend({
  revision: z.int().describe('Its number, which deliveries keep.'),
  savedAt: z.iso.datetime().nullable().describe('When it was saved. Null where that was not noted.'),
});
type RevisionView = z.infer<typeof RevisionView>;

export const revisionView = ({ savedAt, ...revision }: SavedRevision): RevisionView => ({
  ...revision,
  savedAt: savedAt === null ? null : new Date(savedAt).toISOString(),
});
