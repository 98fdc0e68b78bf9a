import { z } from 'zod';
import { asNotes } from './as-notes.ts';
import { AnnotationType, referenceOf, withPdfjsBytes, type PDFDocumentProxy, type Upload } from './pdfjs.ts';
import type { Piece } from '../layout/piece.ts';

/** The members we use of a pdf.js annotation (form field or note). */
const Annotation = z.object({
  id: z.string(),
  annotationType: z.int(),
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
  pushButton: z.boolean().optional(),
  hasAppearance: z.boolean().default(false),
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

const shownTypes = [AnnotationType.WIDGET, AnnotationType.FREETEXT];
/** Drawn with text that only their appearance holds. */
const drawnTypes = [AnnotationType.STAMP, AnnotationType.SCREEN, AnnotationType.LINE, AnnotationType.SQUARE];

async function annotationsOf(
  document: PDFDocumentProxy,
  types: readonly number[],
  pageIndexes: ReadonlySet<number>,
): Promise<Annotation[]> {
  const skipped = new Set(
    Array.from({ length: document.numPages }, (_, index) => index).filter((index) => !pageIndexes.has(index)),
  );
  const found: unknown = await document.getAnnotationsByType(new Set(types), skipped);
  return (Array.isArray(found) ? found : []).flatMap(
    (candidate) => Annotation.safeParse(candidate).data ?? [],
  );
}

const isVisible = ({ hidden, password, annotationFlags }: Annotation) =>
  !hidden && !password && (annotationFlags & invisible) === 0;

function byPage(annotations: readonly Annotation[]): Map<number, Piece[]> {
  const pieces = new Map<number, Piece[]>();
  for (const annotation of annotations)
    pieces.set(annotation.pageIndex, [...(pieces.get(annotation.pageIndex) ?? []), ...piecesOf(annotation)]);
  return pieces;
}

/** A signature, the caption of a button, a stamp. */
function isDrawn({ annotationType, hasAppearance, fieldType, pushButton }: Annotation): boolean {
  return hasAppearance && (drawnTypes.includes(annotationType) || fieldType === 'Sig' || pushButton === true);
}

/** Annotations of one page and place. */
const placeOf = ({ pageIndex, rect }: Annotation) => [pageIndex, ...rect.map(Math.round)].join(' ');

/** The values of form fields, notes, and what is written in signatures, on buttons and stamps, by page index. */
export async function fieldPieces(
  upload: Upload,
  document: PDFDocumentProxy,
  pageIndexes: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly Piece[]>> {
  const visible = (await annotationsOf(document, [...shownTypes, ...drawnTypes], pageIndexes)).filter(
    isVisible,
  );
  const drawn = visible.filter(isDrawn);
  if (drawn.length === 0) return byPage(visible);
  const places = new Set(drawn.map(placeOf));
  // A signature is worth a try, and no reason to fail.
  const copy = await asNotes(
    upload,
    drawn.map(({ id }) => referenceOf(id)),
  ).catch(() => undefined);
  const read =
    copy &&
    (await withPdfjsBytes(copy, upload.name, (notes) =>
      annotationsOf(notes, [AnnotationType.FREETEXT], pageIndexes),
    ).catch(() => undefined));
  const others = visible.filter((annotation) => !isDrawn(annotation));
  return byPage([...others, ...(read ?? []).filter((annotation) => places.has(placeOf(annotation)))]);
}
