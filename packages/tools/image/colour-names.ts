import { chroma, distanceSquared, oklab, type Oklab } from './oklab.ts';

/** Plain names and the most typical sRGB colour of each. */
const named: Readonly<Record<string, number>> = {
  black: 0x0a0a0a,
  charcoal: 0x36393d,
  'dark grey': 0x5a5a5a,
  grey: 0x808080,
  'light grey': 0xc4c4c4,
  'off-white': 0xf2efe8,
  white: 0xffffff,
  maroon: 0x6b1020,
  'brick red': 0xa63232,
  red: 0xf01414,
  vermilion: 0xff5028,
  coral: 0xff7f60,
  salmon: 0xf4a28c,
  pink: 0xf7b6c8,
  'hot pink': 0xff4fa0,
  magenta: 0xd020c0,
  plum: 0x8a3a78,
  purple: 0x7a2ea0,
  violet: 0x8f5fe8,
  lavender: 0xc9b8ee,
  indigo: 0x3f2a9a,
  navy: 0x14204f,
  blue: 0x1f4fd8,
  'sky blue': 0x82c8ec,
  'pale blue': 0xc4dcf2,
  'steel blue': 0x4f7ea6,
  'slate blue': 0x53617a,
  cyan: 0x10e6ee,
  teal: 0x137a7a,
  turquoise: 0x40c8b8,
  mint: 0xa8e8c8,
  emerald: 0x1fa060,
  green: 0x1f8f2a,
  'dark green': 0x18452a,
  'bright green': 0x10f020,
  lime: 0x9be022,
  olive: 0x74782a,
  'sage green': 0x9aab88,
  'leaf green': 0x6b9a48,
  'moss green': 0x56662f,
  'forest green': 0x2c4a28,
  'olive grey': 0x6e7058,
  'dark olive': 0x3c3f1e,
  'grey blue': 0x8c9bab,
  'dark slate': 0x3a4a56,
  'dark teal': 0x123f40,
  'dark red': 0x5a1616,
  'dusty pink': 0xc99aa0,
  khaki: 0xa8a070,
  'warm grey': 0x8a8078,
  yellow: 0xf8e020,
  'pale yellow': 0xf6efb0,
  gold: 0xd8a520,
  mustard: 0xb88a1c,
  amber: 0xffc038,
  orange: 0xfd9612,
  rust: 0xa84a1c,
  brown: 0x70441f,
  'dark brown': 0x3a2414,
  tan: 0xc8a070,
  beige: 0xe4d4b4,
  cream: 0xfaf0d4,
};

const names = Object.entries(named).map(([name, rgb]) => ({
  name,
  colour: oklab((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255),
}));
/** Below these distances from grey a colour has no hue, or none that an eye sees. */
const greyBelow = 0.006;
const neutralBelow = 0.018;
const greys = new Set(['black', 'charcoal', 'dark grey', 'grey', 'light grey', 'white']);
const neutrals = new Set([...greys, 'off-white', 'warm grey']);

function candidates(colour: Oklab): typeof names {
  const distance = chroma(colour);
  const allowed = distance < greyBelow ? greys : distance < neutralBelow ? neutrals : undefined;
  return allowed === undefined ? names : names.filter(({ name }) => allowed.has(name));
}

/** The perceptually nearest plain name; what is neutral never gets the name of a hue. */
export function colourName(colour: Oklab): string {
  let nearest = { name: 'grey', distance: Number.POSITIVE_INFINITY };
  for (const { name, colour: other } of candidates(colour)) {
    const distance = distanceSquared(colour, other);
    if (distance < nearest.distance) nearest = { name, distance };
  }
  return nearest.name;
}
