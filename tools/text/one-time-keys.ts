import { z } from 'zod';
import { loadLibrary } from '../load-library.ts';
import { jsonText } from '../output.ts';
import { choiceParam, integerParam } from '../params.ts';
import { invalid } from '../refuse.ts';
import { defineTool, type Tool } from '../tool.ts';

const name = (description: string) => z.string().max(100).describe(description);

export const tools: readonly Tool[] = [
  defineTool({
    id: 'otpauth-uri',
    title: 'Build otpauth address',
    summary:
      'Builds the otpauth:// address of a secret, which apps for one-time passwords read as a QR code.',
    params: z.object({
      text: z
        .string()
        .regex(/^[A-Za-z2-7 =]{8,200}$/, 'must be a secret in base32')
        .describe('The secret, in base32.'),
      label: name('Whose it is, such as an e-mail address.').default('account'),
      issuer: name('Who asks for the password.').default(''),
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
      const secret = Secret.fromBase32(text.replaceAll(/[ =]/g, '').toUpperCase());
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
