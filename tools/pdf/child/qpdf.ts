import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import createModule from '@neslinesli93/qpdf-wasm';
import { EngineFailure } from './engine-failure.ts';

/** One fresh qpdf with a file system of its own in memory. Its files are gone with it. */
export interface Qpdf {
  write(name: string, content: Uint8Array | string): void;
  read(name: string): Uint8Array;
  /** Throws EngineFailure unless qpdf succeeds, with or without warnings. */
  run(...parameters: readonly string[]): void;
}

interface Instance {
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

/** The package's own declaration leaves out what Emscripten offers to every module. */
function asEmscripten(factory: unknown): (options: object) => Promise<Instance> {
  return factory as (options: object) => Promise<Instance>;
}

/**
 * qpdf's start asks Node for the numbers of open flags, through a door that the permission model keeps shut, in order to
 * offer a file system of the disk that we never mount. It gets the numbers without the door.
 */
function answerForConstants(): void {
  Object.defineProperty(process, 'binding', { value: () => ({ fs: constants }), configurable: true });
}

async function instantiate(): Promise<Instance> {
  answerForConstants();
  const module = await (compiled ??= readFile(wasmPath).then((bytes) => WebAssembly.compile(bytes)));
  const silent = () => undefined;
  return asEmscripten(createModule)({
    locateFile: () => wasmPath,
    print: silent,
    printErr: silent,
    instantiateWasm(imports: object, done: (instance: object, module: CompiledModule) => void) {
      done(new WebAssembly.Instance(module, imports), module);
      return {};
    },
  });
}

/** Makes the next qpdf ready while nobody waits: that takes longer than a small split. */
export async function prepareQpdf(): Promise<void> {
  await (prepared ??= instantiate());
}

/** The prepared qpdf, or a new one. Each is used for one job, so that none sees what another left in memory. */
export async function takeQpdf(): Promise<Qpdf> {
  const instance = await (prepared ?? instantiate());
  const { FS } = instance;
  prepared = undefined;
  return {
    write: (name, content) => FS.writeFile(`/${name}`, content),
    read(name) {
      try {
        return FS.readFile(`/${name}`);
      } catch {
        throw new EngineFailure('qpdf wrote nothing');
      }
    },
    run(...parameters) {
      // qpdf takes its parameters from a file, because its stack is too small for long page lists.
      FS.writeFile('/parameters', parameters.join('\n'));
      let code: number;
      try {
        code = instance.callMain(['@/parameters']);
      } catch {
        throw new EngineFailure('qpdf broke down');
      }
      if (!succeeded.includes(code)) throw new EngineFailure('qpdf failed');
    },
  };
}
