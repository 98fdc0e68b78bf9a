import { writeFileSync } from 'node:fs';

interface Job {
  readonly path: string;
  readonly waitMs?: number;
  readonly isEndless?: boolean;
}

/** Answers each job, after a wait or never, and then leaves a file whose path the job says. */
process.on('message', ({ path, waitMs = 0, isEndless = false }: Job) => {
  while (isEndless);
  const answer = () => process.send?.('answer', () => writeFileSync(path, ''));
  if (waitMs === 0) answer();
  else setTimeout(answer, waitMs);
});
process.send?.('ready');
