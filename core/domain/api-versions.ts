import { DomainError } from './domain-error.ts';

/** One version of the HTTP interface. Moments are ISO 8601; from `sunsetAt` on the version is not served any more. */
export interface ApiVersionRow {
  readonly version: string;
  readonly deprecatedAt?: string;
  readonly sunsetAt?: string;
}

/** Oldest first; the last one is served when a request names none. */
const rows = [{ version: '2026-08-24' }] as const satisfies readonly ApiVersionRow[];

export const currentVersion = rows[0].version;

const dayMs = 24 * 60 * 60 * 1000;
const noticeDays = 90;
const versionPattern = /^\d{4}-\d{2}-\d{2}$/;

export interface ServedVersion {
  readonly version: string;
  readonly deprecatedAt: Date | null;
  readonly sunsetAt: Date | null;
}

export type ApiVersions = ReturnType<typeof createApiVersions>;

/**
 * The versions that requests may name. Throws when the table promises callers less than 90 days between deprecation
 * and removal, or has no version that stays.
 */
export function createApiVersions(table: readonly ApiVersionRow[] = rows) {
  const served = table.map(checked);
  const current = served.at(-1);
  if (current === undefined || current.sunsetAt !== null || current.deprecatedAt !== null) {
    throw new Error(
      'The last row of the API versions must be one that stays: not deprecated, without an end.',
    );
  }
  const byVersion = new Map(served.map((row) => [row.version, row]));
  if (byVersion.size !== table.length) throw new Error('The API versions name one version twice.');

  const isServed = ({ sunsetAt }: ServedVersion, now: Date) => sunsetAt === null || now < sunsetAt;
  const supported = (now: Date) => served.filter((row) => isServed(row, now)).map(({ version }) => version);

  /** The version for a header's value. Throws UNSUPPORTED_API_VERSION, API_VERSION_RETIRED. */
  function choose(header: string | undefined, now: Date): ServedVersion {
    const row = header === undefined ? current : byVersion.get(header);
    if (row === undefined) {
      throw new DomainError('UNSUPPORTED_API_VERSION', 'API-Version does not name a version of this API.', {
        hint: `Leave the header out or send one of: ${supported(now).join(', ')}.`,
      });
    }
    if (isServed(row, now)) return row;
    throw new DomainError('API_VERSION_RETIRED', `API-Version ${row.version} is no longer served.`, {
      hint: `Move to one of: ${supported(now).join(', ')}.`,
    });
  }

  const hasRetired = (now: Date) => served.some((row) => !isServed(row, now));

  return { current: current.version, choose, supported, hasRetired };
}

function checked({ version, deprecatedAt, sunsetAt }: ApiVersionRow): ServedVersion {
  if (!versionPattern.test(version))
    throw new Error(`API version ${version} is not a date such as 2026-08-24.`);
  const row = {
    version,
    deprecatedAt: momentOf(version, deprecatedAt),
    sunsetAt: momentOf(version, sunsetAt),
  };
  if (row.sunsetAt === null) return row;
  const noticeMs = row.deprecatedAt === null ? 0 : row.sunsetAt.getTime() - row.deprecatedAt.getTime();
  if (noticeMs < noticeDays * dayMs) {
    throw new Error(`API version ${version} must be deprecated at least ${noticeDays} days before its end.`);
  }
  return row;
}

function momentOf(version: string, iso: string | undefined): Date | null {
  if (iso === undefined) return null;
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime()))
    throw new Error(`API version ${version} has a moment that is no date: ${iso}.`);
  return moment;
}
