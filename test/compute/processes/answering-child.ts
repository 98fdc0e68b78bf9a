import { writeFileSync } from 'node:fs';

/** Answers each job, and then leaves a file whose path the job says. */
process.on('message', ({ path }: { path: string }) => {
  process.send?.('answer', () => writeFileSync(path, ''));
});
process.send?.('ready');
