import { isIP } from 'node:net';

import { z } from 'zod';

/** Comma separated, blanks around the parts ignored. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const absoluteUrl = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:/.test(text), 'must be an http or https URL')
  .transform((text) => text.replace(/\/+$/, ''));

/** `10.0.0.0/8`, `::1/128` or a single address. */
function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    bits > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix <= bits))
  );
}

export const addressRanges = list.pipe(
  z.array(z.string().refine(isAddressRange, 'must hold address ranges such as 10.0.0.0/8 or ::1/128')),
);

export const endpoints = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^([^\s/:[\]]+|\[[0-9a-fA-F:.]+\]):\d{1,5}$/,
        'must hold endpoints such as postgres:5432 or [::1]:8233',
      )
      .refine((text) => URL.canParse(`tcp://${text}`), 'must hold endpoints with a port up to 65535'),
  ),
);
