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
export function shortUnit(written: string): string | undefined {
  const name = written
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replace('metre', 'meter')
    .replace('litre', 'liter');
  return names[name] ?? names[name.replace(/s$/, '')] ?? names[name.replace(/es$/, '')];
}
