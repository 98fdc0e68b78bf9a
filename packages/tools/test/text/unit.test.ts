import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as tables from '#tools/text/numbers/unit-tables.ts';
import { call } from '../call.ts';

const tools = {
  'convert-length': tables.length,
  'convert-mass': tables.mass,
  'convert-temperature': tables.temperature,
  'convert-data-size': tables.dataSize,
  'convert-duration': tables.duration,
  'convert-area': tables.area,
  'convert-volume': tables.volume,
  'convert-speed': tables.speed,
  'convert-pressure': tables.pressure,
  'convert-energy': tables.energy,
  'convert-power': tables.power,
  'convert-angle': tables.angle,
};

test.each(Object.entries(tools))('%s: there and back gives the number', async (id, table) => {
  const unit = fc.constantFrom(...Object.keys(table));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 100_000 }), unit, unit, async (value, from, to) => {
      const converted = await call(id, { value, from, to, precision: 15 });
      const back = Number(await call(id, { value: Number(converted), from: to, to: from, precision: 15 }));
      const tolerance = id === 'convert-temperature' ? 1e-9 : value * 1e-12;
      expect(Math.abs(back - value)).toBeLessThanOrEqual(tolerance);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['convert-temperature', -40, 'C', 'F', '-40'],
  ['convert-temperature', 0, 'K', 'C', '-273.15'],
  ['convert-temperature', 98.6, 'F', 'C', '37'],
  ['convert-length', 1, 'in', 'cm', '2.54'],
  ['convert-length', 1, 'nmi', 'm', '1852'],
  ['convert-mass', 1, 'st', 'lb', '14'],
  ['convert-data-size', 1, 'KiB', 'bit', '8192'],
  ['convert-data-size', 1, 'MB', 'Mbit', '8'],
  ['convert-volume', 1, 'ukgal', 'l', '4.54609'],
  ['convert-speed', 1, 'kn', 'km/h', '1.852'],
  ['convert-pressure', 1, 'atm', 'torr', '760'],
  ['convert-energy', 1, 'kcal', 'kJ', '4.184'],
  ['convert-angle', 1, 'turn', 'deg', '360'],
  ['convert-length', 0.1, 'm', 'mm', '100'],
  ['convert-length', 1, 'ly', 'nm', '9.46073047258e+24'],
])('%s: %d %s is %s %s', async (id, value, from, to, result) => {
  expect(await call(id, { value, from, to })).toBe(result);
});

test('names are read without regard to case where that is clear, else as written', async () => {
  expect(await call('convert-length', { value: 1, from: 'KM', to: 'M' })).toBe('1000');
  expect(await call('convert-power', { value: 1, from: 'MW', to: 'mW' })).toBe('1000000000');
  await expect(call('convert-length', { value: 1, from: 'parsec', to: 'm' })).rejects.toThrow(
    /^from must be one of nm,/,
  );
  await expect(call('convert-temperature', { value: -300, from: 'C', to: 'K' })).rejects.toThrow(
    'absolute zero',
  );
  await expect(call('convert-length', { value: 1, from: '__proto__', to: 'm' })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test.each([
  ['format-bytes', { bytes: 0 }, '0 B'],
  ['format-bytes', { bytes: 999 }, '999 B'],
  ['format-bytes', { bytes: 999_950, digits: 1 }, '1 MB'],
  ['format-bytes', { bytes: -1_500 }, '-1.5 kB'],
  ['format-bytes', { bytes: 1024 ** 3, system: 'binary' }, '1 GiB'],
  ['format-duration', { seconds: 0 }, '0 seconds'],
  ['format-duration', { seconds: 3661, style: 'short' }, '1 h 1 min 1 s'],
  ['format-duration', { seconds: 90_061.5, style: 'clock' }, '25:01:01.500'],
  ['format-duration', { seconds: 5400, style: 'iso' }, 'PT1H30M'],
  ['format-duration', { seconds: -61 }, '-1 minute, 1 second'],
  ['parse-duration', { text: '2 days, 4 hours and 30 min' }, '189000'],
  ['parse-duration', { text: 'P1DT2H3M4.5S' }, '93784.5'],
  ['parse-duration', { text: '01:30:00' }, '5400'],
  ['parse-duration', { text: '-1.5h' }, '-5400'],
  ['parse-duration', { text: '250ms' }, '0.25'],
])('%s %j', async (id, params, result) => {
  expect(await call(id, params)).toBe(result);
});

test('parse-duration reads what format-duration writes', async () => {
  const style = fc.constantFrom('long', 'short', 'clock', 'iso');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 10_000_000 }), style, async (seconds, form) => {
      const text = await call('format-duration', { seconds, style: form });
      expect(await call('parse-duration', { text })).toBe(String(seconds));
    }),
  );
});

test.each(['soon', '1 fortnight', '1h x', ''])('parse-duration refuses %j', async (text) => {
  await expect(call('parse-duration', { text })).rejects.toMatchObject({ code: expect.any(String) });
});
