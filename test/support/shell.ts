import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** One bash in which commands are run one after the other, as by a reader who types them; a failure ends it. */
export function startShell(cwd: string, env: NodeJS.ProcessEnv) {
  const bash = spawn('bash', [], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  let look = () => {};
  bash.stdout.on('data', (chunk) => {
    output += chunk;
    look();
  });
  bash.stderr.on('data', (chunk) => (errors += chunk));
  const ended = once(bash, 'close').then(([code]) => code as number | null);
  bash.stdin.write('set -euo pipefail\n');

  /** Gives what the commands wrote to standard output. Rejects when one of them failed. */
  async function run(commands: string): Promise<string> {
    output = '';
    const done = Promise.withResolvers<string>();
    const mark = `--- done ${Math.random()} ---`;
    look = () => {
      const end = output.indexOf(mark);
      if (end >= 0) done.resolve(output.slice(0, end));
    };
    void ended.then((code) => done.reject(new Error(`${commands}\nended with ${code}: ${output}${errors}`)));
    bash.stdin.write(`${commands}\necho '${mark}'\n`);
    return await done.promise;
  }

  return {
    run,
    [Symbol.asyncDispose]: async () => {
      bash.stdin.end();
      await ended;
    },
  };
}
