import { isSecretHeader } from '#domain/delivery-headers.ts';
import type { SenderRequest } from '../sender.ts';
import type { Found } from './signatures-in.ts';

/** A signed text that senders use, with the places that it needs. */
export interface Template {
  readonly template: string;
  readonly timestamp?: string;
  readonly timeUnit?: 'seconds' | 'milliseconds' | 'iso';
  readonly id?: string;
}

const separators = ['.', ':', '', '|', '\\n', ',', '-', '_', ' '] as const;

const ofBodyAlone = [
  '{body}',
  '{url}{body}',
  '{body}{url}',
  '{url}.{body}',
  '{url}:{body}',
  '{method}{url}{body}',
  '{method}{path}{body}',
  '{path}{body}',
  '{method}\\n{path}\\n{body}',
];
const withTime = (s: string) => [
  `{timestamp}${s}{body}`,
  `{body}${s}{timestamp}`,
  `{method}${s}{url}${s}{body}${s}{timestamp}`,
  `{timestamp}${s}{url}${s}{body}`,
  `{url}${s}{timestamp}${s}{body}`,
  `{timestamp}${s}{method}${s}{path}${s}{body}`,
  `{method}${s}{path}${s}{timestamp}${s}{body}`,
  `{timestamp}${s}{path}${s}{body}`,
];
const withVersion = ['v0', 'v1', 'v2'].flatMap((version) =>
  [':', '.'].map((s) => `${version}${s}{timestamp}${s}{body}`),
);
const withId = (s: string) => [`{id}${s}{body}`, `{body}${s}{id}`];
const withBoth = (s: string) => [`{id}${s}{timestamp}${s}{body}`, `{timestamp}${s}{id}${s}{body}`];

const timePattern = {
  seconds: /^\d{10}$/,
  milliseconds: /^\d{13}$/,
  iso: /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/,
} as const;
const units = ['seconds', 'milliseconds', 'iso'] as const;
const idName = /(?:^|[-_])(?:id|uuid|nonce|delivery|message|token|salt)$|request-id|event-id/i;
const dayMs = 86_400_000;
const timesMax = 4;
const idsMax = 6;

interface Time {
  readonly timestamp: string;
  readonly timeUnit: (typeof units)[number];
}

/** The moments near the arrival that stand in headers. */
function timesIn({ now }: SenderRequest, texts: readonly Found[]): readonly Time[] {
  return texts
    .flatMap(({ place, prefix, text }) => {
      const timeUnit = units.find((unit) => timePattern[unit].test(text));
      if (prefix !== '' || timeUnit === undefined || place.startsWith('/')) return [];
      const moment =
        timeUnit === 'iso' ? Date.parse(text) : Number(text) * (timeUnit === 'seconds' ? 1_000 : 1);
      return Math.abs(moment - now) < dayMs ? [{ timestamp: place, timeUnit }] : [];
    })
    .slice(0, timesMax);
}

const idsIn = (texts: readonly Found[]): readonly string[] =>
  texts
    .filter(({ place, prefix, text }) => prefix === '' && idName.test(place) && /^[\w.:-]{4,128}$/.test(text))
    .map(({ place }) => place)
    .filter((place) => !place.startsWith('/') && place !== 'authorization')
    .toSorted((one, other) => Number(isSecretHeader(one)) - Number(isSecretHeader(other)))
    .slice(0, idsMax);

/** The templates that the request has the places for, the usual ones first. Each covers the body. */
export function templatesFor(request: SenderRequest, texts: readonly Found[]): readonly Template[] {
  const [times, ids] = [timesIn(request, texts), idsIn(texts)];
  const timed = times.flatMap((time) =>
    [...separators.flatMap(withTime), ...withVersion].map((template) => ({ ...time, template })),
  );
  const both = times.flatMap((time) =>
    ids.flatMap((id) => separators.flatMap(withBoth).map((template) => ({ ...time, id, template }))),
  );
  const named = ids.flatMap((id) => separators.flatMap(withId).map((template) => ({ id, template })));
  return [...ofBodyAlone.map((template) => ({ template })), ...timed, ...both, ...named];
}
