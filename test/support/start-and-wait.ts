import { startInBackground } from '#bin/embedded/background-process.ts';

/** Starts a process that would run for an hour, and waits to be killed. */
const [logFile = '', endsWithUs] = process.argv.slice(2);
const { pid } = startInBackground({
  command: 'sleep',
  args: ['3600'],
  logFile,
  endsWithUs: endsWithUs === 'true',
});
process.send?.(pid);
setInterval(() => undefined, 1_000);
