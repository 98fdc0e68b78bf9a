import type { Secret as SecretType } from 'otpauth';
import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { choiceParam, integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';
import { momentDescription, readMoment } from './dates/moments.ts';

const name = (description: string) => z.string().max(100).describe(description);

const atParam = z
  .union([z.string().min(1).max(100), z.number()])
  .describe(`The moment. ${momentDescription}`);
const secretParam = z
  .string()
  .regex(/^[A-Za-z2-7 =]{8,200}$/, 'must be a secret in base32')
  .describe('The secret, in base32.');

async function millisOf(at: string | number): Promise<number> {
  return (await readMoment(String(at), 'UTC', 'at')).zoned.epochMilliseconds;
}

function secretOf(Secret: typeof SecretType, text: string): SecretType {
  return Secret.fromBase32(text.replaceAll(/[ =]/g, '').toUpperCase());
}

export const tools: readonly Tool[] = [
  defineTool({
    id: 'totp-generate',
    title: 'One-time password (TOTP)',
    summary:
      'Gives the one-time password (RFC 6238) of a secret at a moment, and the otpauth address; gives JSON.',
    params: z.object({
      text: secretParam,
      at: atParam,
      digits: integerParam('Length of the password.', 6, 8, 6),
      period: integerParam('Seconds that it lasts.', 15, 120, 30),
      algorithm: choiceParam('The hash.', ['SHA1', 'SHA256', 'SHA512'], 'SHA1'),
      label: z.string().max(100).default('account').describe('The owner, for the address.'),
    }),
    example: {
      params: { text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', at: '1970-01-01T00:00:59Z', digits: 8 },
      result:
        '{\n  "code": "94287082",\n  "secondsLeft": 1,\n  "url": "otpauth://totp/account?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=8&period=30"\n}',
    },
    run: async ({ text, at, digits, period, algorithm, label }) => {
      const timestamp = await millisOf(at);
      const { TOTP, Secret } = await loadLibrary('otpauth', () => import('otpauth'));
      const secret = secretOf(Secret, text);
      const totp = new TOTP({ secret, digits, period, algorithm, label });
      const left = period - (Math.floor(timestamp / 1000) % period);
      return jsonText({ code: totp.generate({ timestamp }), secondsLeft: left, url: totp.toString() });
    },
  }),
  defineTool({
    id: 'totp-verify',
    title: 'Check one-time password (TOTP)',
    summary: 'Says whether a one-time password (RFC 6238) is right at a moment; gives true or false.',
    params: z.object({
      text: secretParam,
      code: z
        .string()
        .regex(/^\d{6,8}$/, 'must be 6 to 8 digits')
        .describe('The password.'),
      at: atParam,
      window: integerParam('How many periods before and after count too.', 0, 10, 1),
    }),
    example: {
      params: { text: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code: '94287082', at: '1970-01-01T00:00:59Z' },
      result: 'true',
    },
    run: async ({ text, code, at, window }) => {
      const timestamp = await millisOf(at);
      const { TOTP, Secret } = await loadLibrary('otpauth', () => import('otpauth'));
      const secret = secretOf(Secret, text);
      const totp = new TOTP({ secret, digits: code.length });
      return String(totp.validate({ token: code, timestamp, window }) !== null);
    },
  }),
  defineTool({
    id: 'otpauth-uri',
    title: 'Build otpauth address',
    summary:
      'Builds the otpauth:// address of a secret, which apps for one-time passwords read as a QR code.',
    params: z.object({
      text: secretParam,
      label: name('The owner, such as an e-mail address.').default('account'),
      issuer: name('The service that asks for the password.').default(''),
      type: choiceParam('By the time (totp), or by a count (hotp).', ['totp', 'hotp'], 'totp'),
      digits: integerParam('Length of the password.', 6, 8, 6),
      period: integerParam('Seconds that a password lasts; of totp.', 15, 120, 30),
      counter: integerParam('The count to begin with; of hotp.', 0, 1_000_000_000, 0),
      algorithm: choiceParam('The hash.', ['SHA1', 'SHA256', 'SHA512'], 'SHA1'),
    }),
    example: {
      params: { text: 'JBSWY3DPEHPK3PXP', label: 'ana@example.com', issuer: 'Acme' },
      result:
        'otpauth://totp/Acme:ana%40example.com?issuer=Acme&secret=JBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
    run: async ({ text, label, issuer, type, digits, period, counter, algorithm }) => {
      const { HOTP, TOTP, Secret } = await loadLibrary('otpauth', () => import('otpauth'));
      const secret = secretOf(Secret, text);
      const key = { secret, label, issuer, digits, algorithm };
      return (type === 'totp' ? new TOTP({ ...key, period }) : new HOTP({ ...key, counter })).toString();
    },
  }),
  defineTool({
    id: 'otpauth-parse',
    title: 'Read otpauth address',
    summary: 'Reads the parts of an otpauth:// address, as a QR code of a set-up page holds it; gives JSON.',
    params: z.object({ text: z.string().min(1).max(2_000).describe('The address.') }),
    example: {
      params: { text: 'otpauth://totp/Acme:ana%40example.com?issuer=Acme&secret=JBSWY3DPEHPK3PXP' },
      result:
        '{\n  "type": "totp",\n  "issuer": "Acme",\n  "label": "ana@example.com",\n  "secret": "JBSWY3DPEHPK3PXP",\n  "algorithm": "SHA1",\n  "digits": 6,\n  "period": 30\n}',
    },
    run: async ({ text }) => {
      const { URI, TOTP } = await loadLibrary('otpauth', () => import('otpauth'));
      try {
        const key = URI.parse(text.trim());
        const { issuer, label, algorithm, digits } = key;
        const secret = key.secret.base32;
        const [type, own] =
          key instanceof TOTP ? ['totp', { period: key.period }] : ['hotp', { counter: key.counter }];
        return jsonText({ type, issuer, label, secret, algorithm, digits, ...(own as object) });
      } catch {
        throw invalid('text is no otpauth:// address with a secret in base32.');
      }
    },
  }),
];
