import { invalid } from '../../refuse.ts';

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

interface Schedule {
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly month: string;
  readonly weekday: string;
}

const everyMinute: Schedule = { minute: '*', hour: '*', day: '*', month: '*', weekday: '*' };

const refused = () =>
  invalid(
    'text is not understood: write for example "every 15 minutes", "every day at 9:30", "every monday and thursday at 6 pm" or "on the 1st of every month at 8:00".',
  );

/** Names of a list by their first letters, three at least, in order and without repetition. */
function indexesOf(words: string, names: readonly string[]): readonly number[] {
  const indexes = words.split(/\s*(?:,|\band\b)\s*/).filter((word) => word !== '');
  const found = indexes.map((word) => {
    const singular = word.replace(/s$/, '');
    return singular.length < 3 ? -1 : names.findIndex((name) => name.startsWith(singular));
  });
  if (found.length === 0 || found.includes(-1)) throw refused();
  return [...new Set(found)].toSorted((first, second) => first - second);
}

/** "9", "9:30", "6 pm", "12:15 am", "noon", "midnight" as minute and hour. */
function timeOf(words: string): Pick<Schedule, 'minute' | 'hour'> {
  if (words === 'noon') return { minute: '0', hour: '12' };
  if (words === 'midnight') return { minute: '0', hour: '0' };
  const [, hourText, minuteText = '0', half] = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(words) ?? [];
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  if (hourText === undefined || minute > 59) throw refused();
  if (half === undefined) {
    if (hour > 23) throw refused();
    return { minute: String(minute), hour: String(hour) };
  }
  if (hour < 1 || hour > 12) throw refused();
  return { minute: String(minute), hour: String((hour % 12) + (half === 'pm' ? 12 : 0)) };
}

/** "every 15 minutes", "every 6 hours", also "on weekdays": only steps that divide the hour or the day, since cron begins anew with each. */
function stepOf(words: string): Schedule | undefined {
  const [, countText = '1', unit, days] =
    /^every (?:(\d{1,2}) )?(minute|hour)s?(?: (on .+))?$/.exec(words === 'hourly' ? 'every hour' : words) ??
    [];
  if (unit === undefined) return undefined;
  const count = Number(countText);
  const whole = unit === 'minute' ? 60 : 24;
  if (count < 1 || whole % count !== 0 || count === whole)
    throw invalid(`text has a step that cron cannot keep: ${count} ${unit}s do not divide ${whole} evenly.`);
  const step = count === 1 ? '*' : `*/${count}`;
  const time = unit === 'minute' ? { minute: step } : { minute: '0', hour: step };
  return { ...everyMinute, ...time, ...(days !== undefined && daysOf(days)) };
}

const places: Readonly<Record<string, string>> = {
  first: '#1',
  '1st': '#1',
  second: '#2',
  '2nd': '#2',
  third: '#3',
  '3rd': '#3',
  fourth: '#4',
  '4th': '#4',
  last: 'L',
};

/** "the first monday of every month", which is 1#1 or, for the last, 1L. */
function placedWeekday(words: string): string | undefined {
  const [, place = '', name = ''] =
    /^(?:on |every )?(?:the )?(\w+) ([a-z]+) (?:of|in) (?:every|each|the) month$/.exec(words) ?? [];
  const sign = Object.hasOwn(places, place) ? places[place] : undefined;
  return sign === undefined || name === 'day' ? undefined : `${indexesOf(name, weekdays)[0]}${sign}`;
}

/** The days of a schedule: "every day", "every weekday", "every monday", "on the 1st and 15th of every month". */
function daysOf(words: string): Pick<Schedule, 'day' | 'month' | 'weekday'> {
  const every = { day: '*', month: '*', weekday: '*' };
  if (/^(?:every day|daily)$/.test(words)) return every;
  if (/^(?:every weekday|on weekdays|weekdays)$/.test(words)) return { ...every, weekday: '1-5' };
  if (/^(?:every weekend|on weekends|weekends)$/.test(words)) return { ...every, weekday: '0,6' };
  const placed = placedWeekday(words);
  if (placed !== undefined) return { ...every, weekday: placed };
  const [, numbers, month] = /^(?:on )?the ([\dstndrh, ]+(?:and [\dstndrh ]+)?) of (.+)$/.exec(words) ?? [];
  if (numbers !== undefined && month !== undefined) {
    const days = numbers
      .split(/\s*(?:,|\band\b)\s*/)
      .map((word) => /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1]);
    if (days.some((day) => day === undefined || Number(day) < 1 || Number(day) > 31)) throw refused();
    const monthly = /^(?:every|each|the) month$/.test(month);
    const ofMonths = monthly
      ? '*'
      : indexesOf(month.replace(/^every /, ''), months)
          .map((index) => index + 1)
          .join(',');
    return { ...every, day: days.join(','), month: ofMonths };
  }
  const named = /^(?:every|on) (.+)$/.exec(words)?.[1];
  if (named === undefined) throw refused();
  return { ...every, weekday: indexesOf(named, weekdays).join(',') };
}

/** The five fields of cron for a schedule in plain English. Refuses whatever is not certain. */
export function cronOfWords(text: string): string {
  const words = text.trim().toLowerCase().replace(/\.$/, '').replaceAll(/\s+/g, ' ');
  const { minute, hour, day, month, weekday } = stepOf(words) ?? datedSchedule(words);
  return `${minute} ${hour} ${day} ${month} ${weekday}`;
}

function datedSchedule(words: string): Schedule {
  if (placedWeekday(words) !== undefined) return datedSchedule(`${words} at midnight`);
  const [, days, time] = /^(.+?) at (.+)$/.exec(words) ?? [];
  if (days === undefined || time === undefined) throw refused();
  return { ...timeOf(time), ...daysOf(days) };
}
