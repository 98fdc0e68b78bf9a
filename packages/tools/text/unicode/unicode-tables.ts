const categories = [
  'Uppercase_Letter',
  'Lowercase_Letter',
  'Titlecase_Letter',
  'Modifier_Letter',
  'Other_Letter',
  'Nonspacing_Mark',
  'Spacing_Mark',
  'Enclosing_Mark',
  'Decimal_Number',
  'Letter_Number',
  'Other_Number',
  'Connector_Punctuation',
  'Dash_Punctuation',
  'Open_Punctuation',
  'Close_Punctuation',
  'Initial_Punctuation',
  'Final_Punctuation',
  'Other_Punctuation',
  'Math_Symbol',
  'Currency_Symbol',
  'Modifier_Symbol',
  'Other_Symbol',
  'Space_Separator',
  'Line_Separator',
  'Paragraph_Separator',
  'Control',
  'Format',
  'Surrogate',
  'Private_Use',
  'Unassigned',
].map((name) => ({ name, pattern: new RegExp(`^\\p{${name}}$`, 'u') }));

/** Scripts in modern use and the better known historical ones. Characters shared by many scripts have none. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Khmer',
  'Mongolian',
  'Cherokee',
  'Canadian_Aboriginal',
  'Syriac',
  'Thaana',
  'Bopomofo',
  'Yi',
  'Coptic',
  'Gothic',
  'Runic',
  'Ogham',
  'Nko',
  'Tifinagh',
  'Javanese',
  'Balinese',
].map((name) => ({ name, pattern: new RegExp(`^\\p{Script=${name}}$`, 'u') }));

const asciiLetter = /^[A-Za-z]$/;

export function categoryOf(character: string): string {
  return categories.find(({ pattern }) => pattern.test(character))?.name ?? 'Unassigned';
}

export function scriptOf(character: string): string | undefined {
  if (asciiLetter.test(character)) return 'Latin';
  return scripts.find(({ pattern }) => pattern.test(character))?.name;
}

/** The scripts of many characters, of which most occur again and again. */
export function createScriptFinder(): (character: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (character) => {
    if (known.has(character)) return known.get(character);
    const script = scriptOf(character);
    known.set(character, script);
    return script;
  };
}
