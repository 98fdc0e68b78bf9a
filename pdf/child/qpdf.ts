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

/** The package's type declaration omits the standard Emscripten options. */
function asEmscripten(factory: unknown): (options: object) => Promise<Instance> {
  return factory as (options: object) => Promise<Instance>;
}

/**
 * On startup qpdf reads the open flags through process.binding, which the permission model forbids, for a disk file
 * system that we never mount. This supplies the constants instead.
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

/** Prepares the next qpdf in idle time, because that takes longer than a small split. */
export async function prepareQpdf(): Promise<void> {
  await (prepared ??= instantiate());
}

/** The prepared qpdf, or a new one. Each is used for one job only, so that no memory is shared between jobs. */
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
      // Parameters are passed in a file, because qpdf's stack is too small for long page lists.
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
