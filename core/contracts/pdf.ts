import type { PdfAction, PdfDetail } from '@reveille/pdf';

export type { PdfOutcome } from '@reveille/pdf';

/** Limits on one upload. */
export const pdfUploadLimits = { filesMax: 20, bytesMax: 50_000_000 } as const;

/** How many jobs of one client the workers may have at once; further ones wait. */
export const pdfJobsPerClientMax = 2;

/** Input of the activity: names of files of the job, never their bytes. */
export interface PdfJob {
  readonly jobId: string;
  readonly action: PdfAction;
  readonly ranges: string | null;
  /** Absent in jobs of earlier releases: `pages`. */
  readonly detail?: PdfDetail;
  readonly inputs: readonly string[];
  /** The name of the file of the job that holds the password; absent without one. */
  readonly password?: string;
  /** The channel on which the API waits to be told the outcome; absent where it only asks Temporal. */
  readonly answerTo?: string;
}
