import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../compose/read-compose.ts';

interface Step {
  readonly instruction: string;
  readonly text: string;
}

/** The steps of the Dockerfile, in their order. */
export function readDockerfile(): readonly Step[] {
  return lines('Dockerfile', /\\\n/g).map((line) => {
    const [instruction = ''] = line.split(' ');
    return { instruction, text: line.slice(instruction.length).trim() };
  });
}

/** Whether a path below the project stays out of images. */
export function isIgnored(relative: string): boolean {
  return ignored.some((pattern) => path.matchesGlob(relative, pattern));
}

function lines(file: string, joint?: RegExp): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const joined = joint === undefined ? text : text.replaceAll(joint, ' ');
  return joined.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

const ignored = lines('.dockerignore');
