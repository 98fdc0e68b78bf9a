import { z } from 'zod';
import { EngineFailure } from './engine-failure.ts';
import { isReference, type ObjectGraph, type PdfDictionary, type PdfValue } from './object-graph.ts';
import type { Qpdf } from './qpdf.ts';

/** Says for which colours (a paper, a screen) a document was made; without it DeviceCMYK is drawn in other colours. */
export interface OutputIntent {
  readonly entries: PdfDictionary;
  readonly profile: { readonly dictionary: PdfDictionary; readonly data: Uint8Array } | null;
}

const intentsMax = 8;
const profileBytesMax = 16_000_000;
const textKeys = ['/Type', '/S', '/OutputCondition', '/OutputConditionIdentifier', '/RegistryName', '/Info'];
const profileKeys = ['/N', '/Range', '/Alternate', '/Filter', '/DecodeParms'];

const Objects = z.object({
  qpdf: z.tuple([
    z.unknown(),
    z.record(
      z.string(),
      z.object({
        value: z.custom<PdfValue>().optional(),
        stream: z.object({ dict: z.custom<PdfDictionary>(), data: z.string().optional() }).optional(),
      }),
    ),
  ]),
});

/** The objects with these references, streams with their data as it is stored. */
function readSome(qpdf: Qpdf, file: string, references: readonly string[]) {
  const chosen = references.map(
    (reference) => `--json-object=${reference.replace(/ R$/, '').replace(' ', ',')}`,
  );
  const options = ['--json', '--json-key=qpdf', '--json-stream-data=inline', '--decode-level=none'];
  qpdf.run(...options, ...chosen, `/${file}`, '/some.json');
  const { data } = Objects.safeParse(JSON.parse(Buffer.from(qpdf.read('some.json')).toString('utf8')));
  if (data === undefined) throw new EngineFailure('qpdf wrote unexpected JSON');
  return (value: PdfValue | undefined) =>
    isReference(value) ? data.qpdf[1][`obj:${value}`] : { value, stream: undefined };
}

const isDictionary = (value: PdfValue | undefined): value is PdfDictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function picked(dictionary: PdfDictionary, keys: readonly string[]): PdfDictionary {
  const entries = keys.flatMap((key) => {
    const value = dictionary[key];
    return value === undefined || isReference(value) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

const referencesIn = (values: readonly (PdfValue | undefined)[]) => values.filter(isReference);

/** Those of a file in qpdf's file system; none where qpdf cannot read them. Looks at few objects, however many there are. */
export function readOutputIntents(qpdf: Qpdf, file: string): readonly OutputIntent[] {
  try {
    return findOutputIntents(qpdf, file);
  } catch (error) {
    if (error instanceof EngineFailure) return [];
    throw error;
  }
}

function findOutputIntents(qpdf: Qpdf, file: string): readonly OutputIntent[] {
  const root = /\/Root (\d+ \d+ R)/.exec(qpdf.print('--show-object=trailer', `/${file}`))?.[1];
  if (root === undefined) return [];
  const shown = qpdf.print(`--show-object=${root.replace(/ R$/, '').replace(' ', ',')}`, `/${file}`);
  if (!shown.includes('/OutputIntents')) return [];
  const { value: catalog } = readSome(qpdf, file, [root])(root) ?? {};
  const listed = isDictionary(catalog) ? catalog['/OutputIntents'] : undefined;
  const list = isReference(listed) ? readSome(qpdf, file, [listed])(listed)?.value : listed;
  if (!Array.isArray(list)) return [];
  const items = (list as readonly PdfValue[]).slice(0, intentsMax);
  const intentOf = referencesIn(items).length > 0 ? readSome(qpdf, file, referencesIn(items)) : undefined;
  const intents = items.map((item) => intentOf?.(item)?.value ?? item).filter(isDictionary);
  const profiles = referencesIn(intents.map((intent) => intent['/DestOutputProfile']));
  const profileOf = profiles.length > 0 ? readSome(qpdf, file, profiles) : undefined;
  return intents.map((intent) => {
    const { stream } = profileOf?.(intent['/DestOutputProfile']) ?? {};
    const data = Buffer.from(stream?.data ?? '', 'base64');
    const isKept = stream !== undefined && data.length <= profileBytesMax;
    return {
      entries: picked(intent, textKeys),
      profile: isKept ? { dictionary: picked(stream.dict, profileKeys), data } : null,
    };
  });
}

export function writeOutputIntents(graph: ObjectGraph, intents: readonly OutputIntent[]): void {
  if (intents.length === 0) return;
  const references = intents.map(({ entries, profile }) =>
    graph.add({
      ...entries,
      ...(profile && { '/DestOutputProfile': graph.addStream(profile.dictionary, profile.data) }),
    }),
  );
  graph.replace(graph.catalog, { ...graph.dictionary(graph.catalog), '/OutputIntents': references });
}
