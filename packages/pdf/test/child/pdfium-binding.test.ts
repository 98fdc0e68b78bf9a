import type * as Pdfium from '@embedpdf/pdfium';
import { expect, it, vi } from 'vitest';

let failures = 0;
vi.mock('@embedpdf/pdfium', async (importOriginal) => {
  const original = await importOriginal<typeof Pdfium>();
  const init: typeof original.init = async (options) => {
    failures -= 1;
    if (failures >= 0) throw new Error('out of memory');
    return original.init(options);
  };
  return { ...original, init };
});
// Files of a project share modules: another one may have loaded the engine already.
vi.resetModules();
const { loadPdfium } = await import('#pdf/child/pdfium-binding.ts');

it('PDFium that could not be loaded is loaded by the next call, and then shared', async () => {
  failures = 1;
  await expect(loadPdfium()).rejects.toThrow('out of memory');
  const binding = await loadPdfium();
  expect(binding.FPDF_CreateNewDocument()).toBeGreaterThan(0);
  expect(await loadPdfium()).toBe(binding);
});
