/** GSM 03.38: the characters of a text message that take one unit, and those that take two. */
const single = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
);
const double = new Set('\f^{}\\[~]|€');

/** Units of seven bits; `undefined` where a character is not in the alphabet. */
export function gsmUnits(text: string): number | undefined {
  let units = 0;
  for (const character of text) {
    if (single.has(character)) units += 1;
    else if (double.has(character)) units += 2;
    else return undefined;
  }
  return units;
}
