export const jobsArea = 'jobs';

/** The names that a PDF process may give its result. */
export const outputs = ['result.json', 'result.pdf'] as const;

/** Holds the password of the uploads. */
export const passwordName = 'password.txt';

const idPattern = /^job_[A-Za-z0-9_-]{20}$/;

/** The key of a file in the blob store. The id may come from another process: nothing but our own shape passes. */
export function keyOfFile(jobId: string, name: string): string {
  if (!idPattern.test(jobId)) throw new Error('Not the id of a job.');
  return `${jobsArea}/${jobId}/${name}`;
}
