import { canonicalJson } from '#domain/canonical-json.ts';
import { isList, isRecord, type JsonValue, parseJson } from '#domain/json-value.ts';
import type { RequestSide } from '#contracts/rehearsal.ts';

const shownMax = 5;

/** The parts in which two requests differ, such as `url`, `body.amount`, `body.items[2].sku`; at most five. */
export function differencesOf(was: RequestSide, now: RequestSide): readonly string[] {
  const found = [
    ...(was.title === now.title ? [] : ['method']),
    ...differentTargets(was.target, now.target),
    ...differentBodies(was.body, now.body),
  ];
  return found.length === 0 ? ['headers'] : found.slice(0, shownMax);
}

function differentTargets(was: string, now: string): readonly string[] {
  if (was === now) return [];
  const [one, other] = [URL.parse(was), URL.parse(now)];
  if (one === null || other === null) return ['target'];
  const names = [...new Set([...one.searchParams.keys(), ...other.searchParams.keys()])];
  return [
    ...(one.origin === other.origin ? [] : ['host']),
    ...(one.pathname === other.pathname ? [] : ['path']),
    ...names
      .filter((name) => one.searchParams.get(name) !== other.searchParams.get(name))
      .map((name) => `query.${name}`),
  ];
}

function differentBodies(was: string | null, now: string | null): readonly string[] {
  if (was === now) return [];
  const [one, other] = [parseJson(was ?? ''), parseJson(now ?? '')];
  if (one === null || other === null) return ['body'];
  return differentPaths('body', one.value, other.value);
}

function differentPaths(
  path: string,
  was: JsonValue | undefined,
  now: JsonValue | undefined,
): readonly string[] {
  if (canonicalJson(was) === canonicalJson(now)) return [];
  if (was !== undefined && now !== undefined && isList(was) && isList(now)) {
    const longer = was.length > now.length ? was : now;
    return longer.flatMap((_, index) => differentPaths(`${path}[${index}]`, was[index], now[index]));
  }
  if (!isRecord(was) || !isRecord(now)) return [path];
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])];
  return names.flatMap((name) => differentPaths(`${path}.${name}`, was[name], now[name]));
}
