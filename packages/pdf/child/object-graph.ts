import { z } from 'zod';
import { EngineFailure } from './engine-failure.ts';
import type { Qpdf } from './qpdf.ts';

/** A PDF object as qpdf writes it in JSON: names begin with `/`, strings with `u:` or `b:`, references are `7 0 R`. */
export type PdfValue = null | boolean | number | string | readonly PdfValue[] | PdfDictionary;
export interface PdfDictionary {
  readonly [key: string]: PdfValue;
}

/** The objects of a file by reference; streams have a dictionary, but not their bytes. */
export interface ObjectGraph {
  readonly catalog: string;
  /** Follows references to their object. */
  resolve(value: PdfValue | undefined): PdfValue;
  dictionary(value: PdfValue | undefined): PdfDictionary | undefined;
  list(value: PdfValue | undefined): readonly PdfValue[];
  entries(): Iterable<readonly [reference: string, value: PdfValue]>;
  /** Changes an object; written by {@link writeChanges}. */
  replace(reference: string, value: PdfDictionary): void;
  clear(reference: string): void;
  add(value: PdfDictionary): string;
  addStream(dictionary: PdfDictionary, data: Uint8Array): string;
  setInfo(info: PdfDictionary): void;
}

const Json = z.object({
  qpdf: z.tuple([
    z.object({ maxobjectid: z.int() }),
    z.record(
      z.string(),
      z.object({
        value: z.custom<PdfValue>().optional(),
        stream: z.object({ dict: z.custom<PdfDictionary>() }).optional(),
      }),
    ),
  ]),
});

const referencePattern = /^\d+ \d+ R$/;
const hopsMax = 32;

export function isReference(value: PdfValue | undefined): value is string {
  return typeof value === 'string' && referencePattern.test(value);
}

function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads the objects of a file in qpdf's virtual file system and collects changes to them. */
export function readObjects(
  qpdf: Qpdf,
  file: string,
): { graph: ObjectGraph; readonly writeChanges: (file: string) => void } {
  qpdf.run('--json', '--json-key=qpdf', '--json-stream-data=none', `/${file}`, '/objects.json');
  const parsed = Json.safeParse(JSON.parse(Buffer.from(qpdf.read('objects.json')).toString('utf8')));
  if (!parsed.success) throw new EngineFailure('qpdf wrote unexpected JSON');
  const [{ maxobjectid }, written] = parsed.data.qpdf;
  const changes: Record<string, object> = {};
  const objects = new Map(
    Object.entries(written).map(([key, { value, stream }]) => [
      key.replace(/^obj:/, ''),
      value ?? stream?.dict ?? null,
    ]),
  );
  const graph = createGraph(objects, maxobjectid, changes);
  return {
    graph,
    writeChanges: (name) =>
      qpdf.write(
        name,
        JSON.stringify({
          qpdf: [
            {
              jsonversion: 2,
              pdfversion: '1.7',
              pushedinheritedpageresources: false,
              calledgetallpages: false,
              maxobjectid,
            },
            changes,
          ],
        }),
      ),
  };
}

function followed(objects: ReadonlyMap<string, PdfValue>, value: PdfValue | undefined): PdfValue {
  let found = value ?? null;
  for (let hops = 0; isReference(found) && hops < hopsMax; hops += 1) found = objects.get(found) ?? null;
  return found;
}

function createGraph(
  objects: Map<string, PdfValue>,
  maxobjectid: number,
  changes: Record<string, object>,
): ObjectGraph {
  const trailer = objects.get('trailer');
  const catalog = isDictionary(trailer) ? trailer['/Root'] : undefined;
  if (!isReference(catalog)) throw new EngineFailure('no catalogue');
  let last = maxobjectid;
  const resolve = (value: PdfValue | undefined) => followed(objects, value);
  function store(reference: string, value: PdfDictionary | null, change: object): void {
    objects.set(reference, value);
    changes[`obj:${reference}`] = change;
  }
  const next = () => `${(last += 1)} 0 R`;
  return {
    catalog,
    resolve,
    dictionary(value) {
      const found = resolve(value);
      return isDictionary(found) ? found : undefined;
    },
    list(value) {
      const found = resolve(value);
      return Array.isArray(found) ? (found as readonly PdfValue[]) : [];
    },
    entries: () => objects,
    replace: (reference, value) => store(reference, value, { value }),
    clear: (reference) => store(reference, null, { value: null }),
    add(value) {
      const reference = next();
      store(reference, value, { value });
      return reference;
    },
    addStream(dictionary, data) {
      const reference = next();
      store(reference, dictionary, {
        stream: { dict: dictionary, data: Buffer.from(data).toString('base64') },
      });
      return reference;
    },
    setInfo(info) {
      const reference = next();
      store(reference, info, { value: info });
      changes['trailer'] = { value: { ...(trailer as PdfDictionary), '/Info': reference } };
    },
  };
}
