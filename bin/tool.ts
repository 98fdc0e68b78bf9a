import { text } from 'node:stream/consumers';
import { loadCommand } from '@reveille/tools';

const { runCommand } = await loadCommand();
const { exitCode, stdout, stderr } = await runCommand({
  args: process.argv.slice(2),
  readStdin: async () => (process.stdin.isTTY ? '' : await text(process.stdin)),
});
// A reader such as head may exit first.
process.stdout.on('error', () => process.exit());
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
