import type { ErrorCode } from '#contracts/errors.ts';
import type { DomainError } from '#domain/domain-error.ts';

interface Advice {
  readonly title: string;
  readonly advice: string;
}

const again = 'Go back to the form, where your text still is, and send it again in a minute.';
const busy: Advice = { title: 'Too much arrives at the moment', advice: again };
const unsure: Advice = {
  title: 'It is not certain that this arrived',
  advice: `${again} If it did arrive, it is not processed twice.`,
};
const nothingForNow: Advice = { title: 'This form takes nothing for now', advice: again };
const closed: Advice = {
  title: 'This form is closed',
  advice: 'Reach the owner of the page in another way.',
};
const coded: Advice = {
  title: 'This could not be read',
  advice: 'Go back to the form and send it again. If that does not help, tell the owner of the page.',
};

/** Advice to a person who sent a form, by the code of the refusal. */
const advices: Readonly<Partial<Record<ErrorCode, Advice>>> = {
  DELIVERY_RATE_EXCEEDED: busy,
  CONCURRENCY_EXCEEDED: busy,
  INTAKE_UNAVAILABLE: unsure,
  WEBHOOK_SUSPENDED: nothingForNow,
  STORAGE_EXCEEDED: nothingForNow,
  WEBHOOK_RETIRED: closed,
  UNKNOWN_WEBHOOK: closed,
  PAYLOAD_TOO_LARGE: {
    title: 'This is too large',
    advice: 'Go back to the form and send less: a shorter text, or a smaller file.',
  },
  INVALID_ENCODING: coded,
  UNSUPPORTED_ENCODING: coded,
};

const notTaken: Advice = {
  title: 'This was not taken',
  advice: 'Tell the owner of the page, with the code below.',
};

export const adviceFor = ({ code }: Pick<DomainError, 'code'>): Advice => advices[code] ?? notTaken;
