/** A unit as `value × factor` (+ offset) in the base unit of its table. */
export interface Unit {
  readonly factor: number;
  /** Added after multiplying: temperatures only. */
  readonly offset?: number;
}

export type UnitTable = Readonly<Record<string, Unit>>;

function scaled(factors: Readonly<Record<string, number>>): UnitTable {
  return Object.fromEntries(Object.entries(factors).map(([name, factor]) => [name, { factor }]));
}

/** Metres. The international inch is 25.4 mm by definition. */
// oxfmt-ignore
export const length = scaled({
  nm: 1e-9, um: 1e-6, mm: 0.001, cm: 0.01, dm: 0.1, m: 1, km: 1000,
  in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344, nmi: 1852,
  pt: 0.0254 / 72, px: 0.0254 / 96, au: 149_597_870_700, ly: 9_460_730_472_580_800,
});

/** Kilograms. The pound is 0.45359237 kg by definition. */
// oxfmt-ignore
export const mass = scaled({
  ug: 1e-9, mg: 1e-6, g: 0.001, kg: 1, t: 1000,
  oz: 0.028349523125, lb: 0.45359237, st: 6.35029318, ton: 907.18474, longton: 1016.0469088, ct: 0.0002,
});

/** Kelvin. */
export const temperature: UnitTable = {
  K: { factor: 1 },
  C: { factor: 1, offset: 273.15 },
  F: { factor: 5 / 9, offset: 459.67 * (5 / 9) },
  R: { factor: 5 / 9 },
};

/** Bytes; kB is 1,000 and KiB 1,024. */
// oxfmt-ignore
export const dataSize = scaled({
  bit: 1 / 8, kbit: 125, Mbit: 125e3, Gbit: 125e6, Tbit: 125e9,
  B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, PB: 1e15, EB: 1e18,
  KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4, PiB: 1024 ** 5, EiB: 1024 ** 6,
});

/** Seconds; month and year are averages of the Gregorian calendar. */
// oxfmt-ignore
export const duration = scaled({
  ns: 1e-9, us: 1e-6, ms: 0.001, s: 1, min: 60, h: 3600, d: 86_400, week: 604_800,
  month: 2_629_746, year: 31_556_952,
});

/** Square metres. */
// oxfmt-ignore
export const area = scaled({
  mm2: 1e-6, cm2: 1e-4, m2: 1, a: 100, ha: 1e4, km2: 1e6,
  in2: 0.00064516, ft2: 0.09290304, yd2: 0.83612736, acre: 4046.8564224, mi2: 2_589_988.110336,
});

/** Litres; gallons, pints and so on are those of the United States, with the prefix uk those of the United Kingdom. */
// oxfmt-ignore
export const volume = scaled({
  ml: 0.001, cl: 0.01, dl: 0.1, l: 1, hl: 100, m3: 1000, cm3: 0.001, in3: 0.016387064, ft3: 28.316846592,
  tsp: 0.00492892159375, tbsp: 0.01478676478125, floz: 0.0295735295625, cup: 0.2365882365, pt: 0.473176473,
  qt: 0.946352946, gal: 3.785411784, ukfloz: 0.0284130625, ukpt: 0.56826125, ukgal: 4.54609, bbl: 158.987294928,
});

/** Metres per second. */
export const speed = scaled({
  'm/s': 1,
  'km/h': 1 / 3.6,
  mph: 0.44704,
  kn: 1852 / 3600,
  'ft/s': 0.3048,
  mach: 340.29,
  c: 299_792_458,
});

/** Pascals. */
// oxfmt-ignore
export const pressure = scaled({
  Pa: 1, hPa: 100, kPa: 1000, MPa: 1e6, mbar: 100, bar: 1e5, atm: 101_325, torr: 101_325 / 760,
  mmHg: 133.322387415, inHg: 3386.389, psi: 6894.757293168361,
});

/** Joules. */
// oxfmt-ignore
export const energy = scaled({
  J: 1, kJ: 1000, MJ: 1e6, cal: 4.184, kcal: 4184, Wh: 3600, kWh: 3.6e6, MWh: 3.6e9, eV: 1.602176634e-19,
  BTU: 1055.05585262, ftlb: 1.3558179483314,
});

/** Watts. */
export const power = scaled({
  mW: 0.001,
  W: 1,
  kW: 1000,
  MW: 1e6,
  GW: 1e9,
  hp: 745.6998715822702,
  PS: 735.49875,
  'BTU/h': 0.29307107017222,
});

/** Turns. */
export const angle = scaled({
  turn: 1,
  deg: 1 / 360,
  rad: 1 / (2 * Math.PI),
  grad: 1 / 400,
  arcmin: 1 / 21_600,
  arcsec: 1 / 1_296_000,
});
