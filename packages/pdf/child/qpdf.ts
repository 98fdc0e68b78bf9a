import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import createModule from '@neslinesli93/qpdf-wasm';
import { EngineFailure } from './engine-failure.ts';

/** A fresh qpdf instance with its own in-memory file system. */
export interface Qpdf {
  write(name: string, content: Uint8Array | string): void;
  read(name: string): Uint8Array;
  /** Throws EngineFailure unless qpdf succeeds, with or without warnings. */
  run(...parameters: readonly string[]): void;
  /** The same; returns what qpdf prints. */
  print(...parameters: readonly string[]): string;
  /** How qpdf ended. Throws EngineFailure where it breaks down. */
  exitCode(...parameters: readonly string[]): number;
}

interface Instance {
  readonly lines: string[];
  callMain(parameters: string[]): number;
  readonly FS: {
    writeFile(path: string, content: Uint8Array | string): void;
    readFile(path: string): Uint8Array;
  };
}

type CompiledModule = object;
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<CompiledModule>;
  readonly Instance: new (module: CompiledModule, imports: object) => object;
};

const succeeded = [0, 3];
const wasmPath = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
let compiled: Promise<CompiledModule> | undefined;
let prepared: Promise<Instance> | undefined;

/** The package's type declaration omits the standard Emscripten options. */
function asEmscripten(factory: unknown): (options: object) => Promise<Omit<Instance, 'lines'>> {
  return factory as (options: object) => Promise<Omit<Instance, 'lines'>>;
}

/**
 * On startup qpdf reads the open flags through process.binding, which the permission model forbids, for a disk file
 * system that we never mount. This supplies the constants instead.
 */
function answerForConstants(): void {
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }), configurable: true });
}

/** A module that could not be read or compiled is tried again by the next job. */
async function compileOnce(): Promise<CompiledModule> {
  compiled ??= readFile(wasmPath).then((bytes) => WebAssembly.compile(bytes));
  return await compiled.catch((error: unknown) => {
    compiled = undefined;
    throw error;
  });
}

/** The package takes the console as it is when a module is made, and no other place to print to. */
function capturing<T>(make: () => T, lines: string[]): T {
  const { log, error } = console;
  Object.assign(console, { log: (line: string) => lines.push(line), error: () => undefined });
  try {
    return make();
  } finally {
    Object.assign(console, { log, error });
  }
}

async function instantiate(): Promise<Instance> {
  answerForConstants();
  const module = await compileOnce();
  const lines: string[] = [];
  const options = {
    locateFile: () => wasmPath,
    instantiateWasm(imports: object, done: (instance: object, module: CompiledModule) => void) {
      done(new WebAssembly.Instance(module, imports), module);
      return {};
    },
  };
  const instance = await capturing(() => asEmscripten(createModule)(options), lines);
  return Object.assign(instance, { lines });
}

/** Prepares the next qpdf in idle time, because that takes longer than a small split. */
export async function prepareQpdf(): Promise<void> {
  prepared ??= instantiate();
  await prepared.catch((error: unknown) => {
    prepared = undefined;
    throw error;
  });
}

/** The prepared qpdf, or a new one. Each is used for one job only, so that no memory is shared between jobs. */
export async function takeQpdf(): Promise<Qpdf> {
  const instance = await (prepared ?? instantiate());
  const { FS, lines } = instance;
  prepared = undefined;

  function exitCode(...parameters: readonly string[]): number {
    lines.length = 0;
    // Parameters are passed in a file, because qpdf's stack is too small for long page lists.
    FS.writeFile('/parameters', parameters.join('\n'));
    try {
      return instance.callMain(['@/parameters']);
    } catch {
      throw new EngineFailure('qpdf broke down');
    }
  }

  function run(...parameters: readonly string[]): void {
    if (!succeeded.includes(exitCode(...parameters))) throw new EngineFailure('qpdf failed');
  }

  return {
    exitCode,
    run,
    print(...parameters) {
      run(...parameters);
      return lines.join('\n');
    },
    write: (name, content) => FS.writeFile(`/${name}`, content),
    read(name) {
      try {
        return FS.readFile(`/${name}`);
      } catch {
        throw new EngineFailure('qpdf wrote nothing');
      }
    },
  };
}
