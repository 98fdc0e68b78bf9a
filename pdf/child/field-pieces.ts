import { z } from 'zod';
import { AnnotationType, type PDFDocumentProxy } from './pdfjs.ts';
import type { Piece } from '../layout/piece.ts';

/** The members we use of a pdf.js annotation (form field or note). */
const Annotation = z.object({
  pageIndex: z.int(),
  annotationFlags: z.int(),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  hidden: z.boolean().optional(),
  password: z.boolean().optional(),
  fieldType: z.string().nullish(),
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  checkBox: z.boolean().optional(),
  radioButton: z.boolean().optional(),
  exportValue: z.string().nullish(),
  buttonValue: z.string().nullish(),
  textContent: z.array(z.string()).nullish(),
  options: z
    .array(z.object({ exportValue: z.string(), displayValue: z.string() }))
    .nullish()
    .catch(null),
  defaultAppearanceData: z.object({ fontSize: z.number() }).nullish().catch(null),
});
type Annotation = z.infer<typeof Annotation>;

/** Annotation flags: hidden, or not shown on screen. */
const invisible = 2 | 32;
const leading = 1.2;

function chosenTexts({ fieldValue, options }: Annotation): string[] {
  return [fieldValue ?? []]
    .flat()
    .map((value) => options?.find(({ exportValue }) => exportValue === value)?.displayValue ?? value);
}

function shownLines(annotation: Annotation): string[] {
  const { fieldType, checkBox, radioButton, fieldValue, exportValue, buttonValue } = annotation;
  if (fieldType === 'Tx') return chosenTexts(annotation).flatMap((text) => text.split(/\r\n|[\r\n]/));
  if (fieldType === 'Ch') return chosenTexts(annotation);
  if (checkBox)
    return [fieldValue !== null && fieldValue !== 'Off' && fieldValue === exportValue ? '[x]' : '[ ]'];
  if (radioButton) return [fieldValue !== null && fieldValue === buttonValue ? '(x)' : '( )'];
  return fieldType ? [] : (annotation.textContent ?? []);
}

function piecesOf(annotation: Annotation): Piece[] {
  const [left, bottom, right, top] = annotation.rect;
  const lines = shownLines(annotation);
  const given = annotation.defaultAppearanceData?.fontSize ?? 0;
  const size = given > 0 ? given : Math.min(12, (top - bottom) / leading / Math.max(lines.length, 1));
  // A single line is centred vertically, level with its label's baseline; several lines start at the top.
  const first = lines.length > 1 ? top - size : (top + bottom) / 2 - size * 0.35;
  return lines
    .map((text, index) => ({
      text,
      x: left + 2,
      y: first - index * leading * size,
      width: Math.min(right - left, text.length * size * 0.5),
      size,
      angle: 0,
      rtl: false,
      hasSpaceBefore: true,
      order: Number.MAX_SAFE_INTEGER,
    }))
    .filter(({ text }) => text.trim() !== '');
}

/** The values of form fields and notes as positioned text, by page index. */
export async function fieldPieces(
  document: PDFDocumentProxy,
  pageIndexes: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly Piece[]>> {
  const skipped = new Set(
    Array.from({ length: document.numPages }, (_, index) => index).filter((index) => !pageIndexes.has(index)),
  );
  const types = new Set([AnnotationType.WIDGET, AnnotationType.FREETEXT]);
  const found: unknown = await document.getAnnotationsByType(types, skipped);
  const pieces = new Map<number, Piece[]>();
  for (const candidate of Array.isArray(found) ? found : []) {
    const { data } = Annotation.safeParse(candidate);
    if (!data || data.hidden || data.password || (data.annotationFlags & invisible) !== 0) continue;
    pieces.set(data.pageIndex, [...(pieces.get(data.pageIndex) ?? []), ...piecesOf(data)]);
  }
  return pieces;
}
