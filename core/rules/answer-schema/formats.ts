import { z } from 'zod';

/** No text of a format is longer. */
const charsMax = 2_000;

const schemas = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
  email: z.email(),
  ipv4: z.ipv4(),
  ipv6: z.ipv6(),
  uri: z.url(),
  uuid: z.uuid(),
};

/** The formats that a schema may name, each with its test. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [
    name,
    (text: string) => text.length <= charsMax && schema.safeParse(text).success,
  ]),
);
