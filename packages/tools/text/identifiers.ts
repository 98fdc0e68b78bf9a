import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { choiceParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, defineTool, type Tool } from '../tool.ts';

/** Between 1582-10-15 and 1970-01-01, in steps of 100 ns. */
const gregorianOffset = 122_192_928_000_000_000n;

const isoOf = (ms: number) => new Date(ms).toISOString();

function gregorianTime(steps: bigint): string {
  return isoOf(Number((steps - gregorianOffset) / 10_000n));
}

/** The time in a UUID of version 1, 6 or 7; null for the others, which have none. */
function timeOfUuid(uuid: string, version: number): string | null {
  const hex = uuid.replaceAll('-', '').toLowerCase();
  if (version === 7) return isoOf(Number.parseInt(hex.slice(0, 12), 16));
  if (version === 1)
    return gregorianTime(BigInt(`0x${hex.slice(13, 16)}${hex.slice(8, 12)}${hex.slice(0, 8)}`));
  return version === 6 ? gregorianTime(BigInt(`0x${hex.slice(0, 12)}${hex.slice(13, 16)}`)) : null;
}

async function inspectUuid(text: string): Promise<string> {
  const { parse, validate, version } = await loadLibrary('uuid', () => import('uuid'));
  const uuid = text
    .trim()
    .replace(/^urn:uuid:/i, '')
    .replace(/^\{(.*)\}$/, '$1');
  if (!validate(uuid)) throw invalid('text is no UUID.');
  const variantBits = (parse(uuid)[8] ?? 0) >> 6;
  return jsonText({
    uuid: uuid.toLowerCase(),
    version: version(uuid),
    variant: variantBits === 2 ? 'RFC 9562' : 'other',
    time: timeOfUuid(uuid, version(uuid)),
    integer: String(BigInt(`0x${uuid.replaceAll('-', '')}`)),
  });
}

const epochs = { twitter: 1_288_834_974_657, discord: 1_420_070_400_000, unix: 0 } as const;

function decodeSnowflake(text: string, epoch: keyof typeof epochs): string {
  if (!/^\d{1,20}$/.test(text.trim()) || BigInt(text.trim()) >= 2n ** 64n)
    throw invalid('text is no 64-bit number.');
  const id = BigInt(text.trim());
  const ms = Number(id >> 22n) + epochs[epoch];
  return jsonText({ time: isoOf(ms), machine: Number((id >> 12n) & 1023n), sequence: Number(id & 4095n) });
}

export const tools: readonly Tool[] = [
  defineQuickTool({
    id: 'uuid-inspect',
    title: 'Inspect UUID',
    summary: 'Gives version, variant and, where it has one, the time of a UUID; gives JSON.',
    params: z.object({ text: z.string().max(100).describe('The UUID.') }),
    example: {
      params: { text: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f' },
      result:
        '{\n  "uuid": "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",\n  "version": 7,\n  "variant": "RFC 9562",\n  "time": "2022-02-22T19:22:22.000Z",\n  "integer": "1989357241971137676463954034883508623"\n}',
    },
    run: ({ text }) => inspectUuid(text),
  }),
  defineQuickTool({
    id: 'ulid-decode',
    title: 'Decode ULID',
    summary: 'Gives the time of a ULID; gives JSON.',
    params: z.object({ text: z.string().max(100).describe('The ULID.') }),
    example: {
      params: { text: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      result: '{\n  "time": "2016-07-30T23:54:10.259Z",\n  "randomness": "TSV4RRFFQ69G5FAV"\n}',
    },
    run: async ({ text }) => {
      const { decodeTime } = await loadLibrary('ulid', () => import('ulid'));
      const ulid = text.trim().toUpperCase();
      if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(ulid)) throw invalid('text is no ULID.');
      return jsonText({ time: isoOf(decodeTime(ulid)), randomness: ulid.slice(10) });
    },
  }),
  defineQuickTool({
    id: 'snowflake-decode',
    title: 'Decode snowflake id',
    summary:
      'Gives time, machine and sequence of a snowflake id, as social networks number posts; gives JSON.',
    params: z.object({
      text: z.string().max(30).describe('The id.'),
      epoch: choiceParam('The owner of the ids.', ['twitter', 'discord', 'unix'], 'twitter'),
    }),
    example: {
      params: { text: '175928847299117063', epoch: 'discord' },
      result: '{\n  "time": "2016-04-30T11:18:25.796Z",\n  "machine": 32,\n  "sequence": 7\n}',
    },
    run: ({ text, epoch }) => decodeSnowflake(text, epoch),
  }),
  defineTool({
    id: 'semver-compare',
    title: 'Compare versions',
    summary: 'Compares two versions by semantic versioning; gives JSON.',
    params: z.object({
      text: z.string().min(1).max(200).describe('A version.'),
      other: z.string().min(1).max(200).describe('The other version.'),
    }),
    example: {
      params: { text: '1.10.0', other: '1.9.3-beta.1' },
      result: '{\n  "result": "newer",\n  "difference": "minor"\n}',
    },
    run: async ({ text, other }) => {
      const { default: semver } = await loadLibrary('semver', () => import('semver'));
      const [one, two] = [semver.parse(text), semver.parse(other)];
      if (one === null) throw invalid('text is no semantic version such as 1.2.3.');
      if (two === null) throw invalid('other is no semantic version such as 1.2.3.');
      const order = semver.compare(one, two);
      return jsonText({
        result: order > 0 ? 'newer' : order < 0 ? 'older' : 'equal',
        difference: semver.diff(one, two),
      });
    },
  }),
  defineTool({
    id: 'semver-satisfies',
    title: 'Versions in range',
    summary: 'Lists the versions that a range such as ^1.2.0 allows, the newest first, a line each.',
    params: z.object({
      text: z.string().min(1).max(20_000).describe('Versions, one a line.'),
      range: z.string().max(200).describe('The range, as npm writes it.'),
      prereleases: z.boolean().default(false).describe('Take versions such as 2.0.0-beta.1 as well.'),
    }),
    example: { params: { text: '1.1.9\n1.2.3\n1.9.0\n2.0.0', range: '^1.2.0' }, result: '1.9.0\n1.2.3' },
    isHeavy: true,
    run: async ({ text, range, prereleases }) => {
      const { default: semver } = await loadLibrary('semver', () => import('semver'));
      const options = { includePrerelease: prereleases };
      if (semver.validRange(range, options) === null) throw invalid('range is no range of versions.');
      const versions = text
        .split(/\r\n|[\r\n]/)
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const wrong = versions.find((line) => semver.parse(line) === null);
      if (wrong !== undefined)
        throw invalid(`text has ${JSON.stringify(wrong.slice(0, 100))}, which is no version.`);
      return semver.rsort(versions.filter((line) => semver.satisfies(line, range, options))).join('\n');
    },
  }),
];
