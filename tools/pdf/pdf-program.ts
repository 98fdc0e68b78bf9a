import { packageFolder, pathOf, type Program } from '../program.ts';

const packages = ['pdfjs-dist', '@neslinesli93/qpdf-wasm', '@embedpdf/pdfium', 'zod'];

/** Takes a `ChildJob` at a time and sends a `ChildMessage` for each, and one more when it is ready. */
export function pdfProgram(): Program {
  return {
    entry: pathOf('./pdf/child/main.ts'),
    readable: [
      ...packages.map((name) => `${packageFolder(name)}*`),
      pathOf('./pdf/*'),
      pathOf('./tool-error.ts'),
      pathOf('./package.json'),
    ],
  };
}
