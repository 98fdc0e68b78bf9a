/** Some numbers of persons begin with a birthday, to whose month the century or the sex is added. */

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The numbers of two digits that a text begins with. */
const pairs = (body: string): readonly [number, number, number] => [
  Number(body.slice(0, 2)),
  Number(body.slice(2, 4)),
  Number(body.slice(4, 6)),
];

export function hasBulgarianBirthday(body: string): boolean {
  const [year, month, day] = pairs(body);
  const [century, shift] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0];
  return isDate(century + year, month - shift, day);
}

/** Numbers of nine digits were given out until 1953. */
export function hasCzechBirthday(body: string): boolean {
  const [pair, month, day] = pairs(body);
  const isOld = body.length === 9;
  const year = isOld && pair >= 80 ? 1800 + pair : !isOld && pair < 54 ? 2000 + pair : 1900 + pair;
  return !(isOld && year > 1953) && isDate(year, (month % 50) % 20, day);
}

export function hasLatvianBirthday(body: string): boolean {
  const [day, month, year] = pairs(body);
  return isDate(1800 + 100 * Number(body.charAt(6)) + year, month, day);
}
