import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** Commands about the system of the image, or its size; everything else of a step is carried out. */
const ofTheSystem = /^(?:apt-get|rm -rf \/var|mkdir \/data|chown|npm cache)\b/;

interface Step {
  readonly instruction: string;
  readonly text: string;
}

/** The steps of the Dockerfile, those of several lines as one. */
export function imageSteps(): readonly Step[] {
  return read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const [, instruction, text] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
      return instruction === undefined || text === undefined ? [] : [{ instruction, text }];
    });
}

/**
 * Builds what the Dockerfile makes of the files under version control, as they are now: its steps COPY, ENV and RUN one
 * after the other in an empty folder, without those of the system. Gives the folder and the environment of its processes.
 */
export async function imageFolder() {
  const directory = await mkdtemp(path.join(tmpdir(), 'reveille-image-'));
  const env: Record<string, string> = {};
  for (const { instruction, text } of imageSteps()) {
    if (instruction === 'ENV') Object.assign(env, variablesIn(text));
    if (instruction === 'COPY') await copyInto(directory, text);
    if (instruction === 'RUN') await carryOut(text, directory, env);
  }
  return {
    directory,
    env,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

const variablesIn = (text: string) =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));

async function copyInto(directory: string, text: string): Promise<void> {
  const words = text.split(/\s+/);
  const [sources, to = ''] = [words.slice(0, -1), words.at(-1)];
  for (const source of sources) {
    const files = contextFiles().filter(
      (file) => source === '.' || file === source || file.startsWith(`${source}/`),
    );
    if (files.length === 0) throw new Error(`COPY finds no ${source}.`);
    for (const file of files) {
      // A file goes into a folder by its name; of a folder what is in it.
      const place = source === file ? path.basename(file) : path.relative(source, file);
      const target = path.join(directory, to, place);
      await mkdir(path.dirname(target), { recursive: true });
      await cp(path.join(root, file), target);
    }
  }
}

/** The context of a build: the files under version control that .dockerignore lets through. */
function contextFiles(): readonly string[] {
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  const isIgnored = (file: string) =>
    ignored.some((pattern) => path.matchesGlob(file, pattern) || file.startsWith(`${pattern}/`));
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)) && !isIgnored(file));
}

async function carryOut(text: string, cwd: string, env: Readonly<Record<string, string>>): Promise<void> {
  const commands = text.split(' && ').map((command) => command.trim());
  const ours = commands.filter((command) => !ofTheSystem.test(command));
  if (ours.length === 0) return;
  const child = spawn('sh', ['-ec', ours.join(' && ')], {
    cwd,
    // Packages at hand are not fetched again.
    env: { ...process.env, ...env, npm_config_prefer_offline: 'true', npm_config_loglevel: 'error' },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`RUN ended with ${code}: ${ours.join(' && ')}`);
}
