let displayNames: Intl.DisplayNames | null = null;

/** The platform's list of names is read when a country is first looked for. */
function nameOf(code: string): string | undefined {
  displayNames ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return displayNames.of(code);
}

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

/** They have a code and are no country. */
const unions = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** FX is France too, and UK the United Kingdom. */
const codeToday = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

let byName: ReadonlyMap<string, string> | null = null;

/** How people say it, where the list of the platform says otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  deutschland: 'DE',
};

function countries(): ReadonlyMap<string, string> {
  byName ??= new Map(
    letters.flatMap((first) =>
      letters.flatMap((second) => {
        const code = first + second;
        const name = nameOf(code);
        const isOne = name !== undefined && name !== code && !unions.has(code);
        return isOne ? [[name.toLowerCase(), codeToday(code)] as const] : [];
      }),
    ),
  );
  return byName;
}

/** The code of the country that a value of a field of countries names, by its name or its code; else null. */
export function countryOf(text: string, path: string): string | null {
  if (!/countr|nation/i.test(path)) return null;
  const name = text.trim().toLowerCase();
  const code = name.toUpperCase();
  if (otherNames[name] !== undefined) return otherNames[name];
  if (/^[A-Z]{2}$/.test(code) && nameOf(code) !== undefined && !unions.has(code)) return codeToday(code);
  return countries().get(name) ?? null;
}
