import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

const npm = ['npm', 'run', '-s', 'tool', '--'];
/** The command that npm calls, for tests that do not depend on npm's quoting. */
const launcher = [process.execPath, 'bin/launch.mjs', 'tool'];

/** `npm run -s tool` with these words, and this on stdin. */
async function run(args: readonly string[], input = '', [program = '', ...before] = npm) {
  const child = spawn(program, [...before, ...args], { cwd: root });
  child.stdin.end(input);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { stdout, stderr, code };
}

describe('npm run -s tool', () => {
  it('gives the text on stdin to the tool and prints its result', async () => {
    expect(await run(['upper-case'], 'hello\n')).toEqual({ stdout: 'HELLO\n', stderr: '', code: 0 });
  });

  it('takes params as flags, a value that begins with a dash included', async () => {
    const { stdout, code } = await run(['split-text', '--separator', '-'], 'a-b-c\n');
    expect({ stdout, code }).toEqual({ stdout: 'a\nb\nc\n', code: 0 });
  });

  it('takes all params as JSON', async () => {
    const { stdout } = await run(['repeat-text', '--params', '{"times":2,"separator":"+"}'], 'ab');
    expect(stdout).toBe('ab+ab\n');
  });

  it('names the nearest ids on stderr where there is no such tool', async () => {
    const { stdout, stderr, code } = await run(['uper-case'], 'hello', launcher);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toBe('There is no tool "uper-case". The nearest are upper-case, lower-case, swap-case.\n');
  });

  it('says on stderr what is wrong with the params', async () => {
    const { stdout, stderr, code } = await run(['upper-case', '--local', 'tr'], 'i', launcher);
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toContain('Did you mean params.locale?');
  });

  it('lists every tool where none is named', async () => {
    const { stdout, code } = await run([], '', launcher);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}upper-case +Turns every letter into its capital/m);
  });
});
