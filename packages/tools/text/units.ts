import { z } from 'zod';
import { integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineQuickTool, type Tool } from '../tool.ts';
import * as tables from './numbers/unit-tables.ts';
import type { Unit, UnitTable } from './numbers/unit-tables.ts';

/** A double holds fifteen digits exactly; further digits are rounding errors. */
const significantDigitsMax = 15;

function decimalText(value: number): string {
  const magnitude = Math.abs(value);
  return magnitude !== 0 && (magnitude >= 1e21 || magnitude < 1e-6)
    ? String(value)
    : value.toLocaleString('en', {
        useGrouping: false,
        maximumFractionDigits: 20,
        maximumSignificantDigits: significantDigitsMax,
      });
}

function convert(value: number, from: Unit, to: Unit, precision: number): string {
  const inBase = value * from.factor + (from.offset ?? 0);
  const converted = (inBase - (to.offset ?? 0)) / to.factor;
  if (!Number.isFinite(converted)) throw invalid('value is too large to be converted.');
  return decimalText(Number(converted.toPrecision(precision)));
}

/** Matches a name exactly first, then ignoring case if only one unit fits. */
function unitOf(table: UnitTable, name: string, field: string): Unit {
  const names = Object.keys(table);
  const written = name.trim().replace(/^°/, '').replace('µ', 'u').replace('²', '2').replace('³', '3');
  const wanted = names.includes(written) ? written : (shortUnit(written) ?? written);
  const similar = names.filter((known) => known.toLowerCase() === wanted.toLowerCase());
  const found = names.includes(wanted) ? wanted : similar.length === 1 ? similar[0] : undefined;
  const unit = found === undefined ? undefined : table[found];
  if (unit === undefined) throw invalid(`${field} must be one of ${names.join(', ')}.`);
  return unit;
}

function unitTool(
  id: string,
  title: string,
  table: UnitTable,
  example: { readonly value: number; readonly from: string; readonly to: string; readonly result: string },
): Tool {
  const names = Object.keys(table).join(', ');
  const { result, ...params } = example;
  return defineQuickTool({
    id,
    title,
    summary: `Converts between ${names}.`,
    params: z.object({
      value: z.number().describe('The number to convert.'),
      from: z.string().min(1).max(20).describe(`Its unit: ${names}.`),
      to: z.string().min(1).max(20).describe('The unit of the result.'),
      precision: integerParam('Significant digits of the result.', 1, significantDigitsMax, 12),
    }),
    example: { params, result },
    run: ({ value, from, to, precision }) => {
      const isBelowZero =
        table === tables.temperature &&
        value * unitOf(table, from, 'from').factor + (unitOf(table, from, 'from').offset ?? 0) < -1e-9;
      if (isBelowZero) throw invalid('value is below absolute zero.');
      return convert(value, unitOf(table, from, 'from'), unitOf(table, to, 'to'), precision);
    },
  });
}

export const tools: readonly Tool[] = [
  unitTool('convert-length', 'Convert length', tables.length, {
    value: 1,
    from: 'mi',
    to: 'km',
    result: '1.609344',
  }),
  unitTool('convert-mass', 'Convert mass', tables.mass, {
    value: 10,
    from: 'lb',
    to: 'kg',
    result: '4.5359237',
  }),
  unitTool('convert-temperature', 'Convert temperature', tables.temperature, {
    value: 100,
    from: 'C',
    to: 'F',
    result: '212',
  }),
  unitTool('convert-data-size', 'Convert data size', tables.dataSize, {
    value: 1,
    from: 'GiB',
    to: 'MB',
    result: '1073.741824',
  }),
  unitTool('convert-duration', 'Convert duration', tables.duration, {
    value: 90,
    from: 'min',
    to: 'h',
    result: '1.5',
  }),
  unitTool('convert-area', 'Convert area', tables.area, {
    value: 1,
    from: 'acre',
    to: 'm2',
    result: '4046.8564224',
  }),
  unitTool('convert-volume', 'Convert volume', tables.volume, {
    value: 1,
    from: 'gal',
    to: 'l',
    result: '3.785411784',
  }),
  unitTool('convert-speed', 'Convert speed', tables.speed, {
    value: 100,
    from: 'km/h',
    to: 'mph',
    result: '62.1371192237',
  }),
  unitTool('convert-pressure', 'Convert pressure', tables.pressure, {
    value: 1,
    from: 'atm',
    to: 'hPa',
    result: '1013.25',
  }),
  unitTool('convert-energy', 'Convert energy', tables.energy, {
    value: 1,
    from: 'kWh',
    to: 'MJ',
    result: '3.6',
  }),
  unitTool('convert-power', 'Convert power', tables.power, {
    value: 100,
    from: 'PS',
    to: 'kW',
    result: '73.549875',
  }),
  unitTool('convert-angle', 'Convert angle', tables.angle, {
    value: 180,
    from: 'deg',
    to: 'rad',
    result: '3.14159265359',
  }),
];

/** Long names of units, in the singular. */
// oxfmt-ignore
const names: Readonly<Record<string, string>> = {
  millimeter: 'mm', centimeter: 'cm', decimeter: 'dm', meter: 'm', kilometer: 'km', inch: 'in', foot: 'ft', feet: 'ft',
  yard: 'yd', mile: 'mi', 'nautical mile': 'nmi', 'light year': 'ly', point: 'pt', pixel: 'px', nanometer: 'nm',
  micrometer: 'um', milligram: 'mg', gram: 'g', kilogram: 'kg', kilo: 'kg', tonne: 't', ounce: 'oz', pound: 'lb',
  stone: 'st', celsius: 'C', centigrade: 'C', fahrenheit: 'F', kelvin: 'K', rankine: 'R', byte: 'B', kilobyte: 'kB',
  megabyte: 'MB', gigabyte: 'GB', terabyte: 'TB', petabyte: 'PB', kibibyte: 'KiB', mebibyte: 'MiB', gibibyte: 'GiB',
  nanosecond: 'ns', microsecond: 'us', millisecond: 'ms', second: 's', sec: 's', minute: 'min', hour: 'h', day: 'd',
  week: 'week', month: 'month', year: 'year', hectare: 'ha', milliliter: 'ml', centiliter: 'cl', deciliter: 'dl',
  liter: 'l', teaspoon: 'tsp', tablespoon: 'tbsp', gallon: 'gal', quart: 'qt', knot: 'kn', kph: 'km/h', pascal: 'Pa',
  atmosphere: 'atm', joule: 'J', kilojoule: 'kJ', calorie: 'cal', kilocalorie: 'kcal', 'kilowatt hour': 'kWh',
  watt: 'W', kilowatt: 'kW', megawatt: 'MW', horsepower: 'hp', degree: 'deg', radian: 'rad', gradian: 'grad',
};

/** The symbol of a unit that is written out, in the singular or plural, in British or American spelling. */
function shortUnit(written: string): string | undefined {
  const name = written
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replace('metre', 'meter')
    .replace('litre', 'liter');
  return names[name] ?? names[name.replace(/s$/, '')] ?? names[name.replace(/es$/, '')];
}
