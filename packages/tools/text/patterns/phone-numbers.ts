import type { NumberFound } from 'libphonenumber-js';
import { loadLibrary } from '../../load-library.ts';
import { invalid } from '../../refuse.ts';

/** The library takes what follows ; or , for an extension, also the first part of an IP address. */
const listedNumber = /[;,](?=\s{0,10}\d{1,7}\.\d)/g;

/** Valid phone numbers from left to right; those without a country code need `country`. Throws INVALID_REQUEST. */
export async function findPhoneNumbers(
  text: string,
  country: string | undefined,
): Promise<readonly NumberFound[]> {
  const { findPhoneNumbersInText, isSupportedCountry } = await loadLibrary(
    'libphonenumber-js',
    () => import('libphonenumber-js'),
  );
  if (country !== undefined && !isSupportedCountry(country)) {
    throw invalid(`params.country ${JSON.stringify(country)} is not a country code such as US or DE.`);
  }
  const options = country === undefined ? {} : { defaultCountry: country };
  return findPhoneNumbersInText(text.replaceAll(listedNumber, '\n'), options);
}
