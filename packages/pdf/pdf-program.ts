/** Takes a `ChildJob` at a time and sends a `ChildMessage` for each, and one more when it is ready. */
export const pdfProgram = {
  entry: new URL('./child/main.ts', import.meta.url),
  files: [new URL('./', import.meta.url)],
  packages: ['pdfjs-dist', '@neslinesli93/qpdf-wasm', '@embedpdf/pdfium', 'zod'],
} as const;
