import { expect, test } from 'vitest';
import { call } from '../call.ts';

const cases: [id: string, name: string, params: Record<string, unknown>, result: string][] = [
  [
    'extract-numbers',
    'numbers with signs and exponents',
    { text: '-1.5, +2e3, a7, 3-4, 1.2.3' },
    '-1.5\n+2e3\n3\n4',
  ],
  [
    'extract-numbers',
    'a point without a digit before it, and thousands',
    { text: '.5 and -.25, 1,000 or 1_000, $1,234.56, but 1,2,3 and 0,123' },
    '.5\n-.25\n1000\n1000\n1234.56\n1\n2\n3\n0\n123',
  ],
  ['extract-quotes', 'quotes in pairs', { text: 'He said "yes" and "no".\n"A" "B" "C"' }, 'yes\nno\nA\nB\nC'],
  [
    'extract-quotes',
    'inches, German quotes and a quote that is not closed',
    { text: 'a 6" pipe is "long", „Ja“ and „nein“, "open\nline and "x"' },
    'long\nJa\nnein\nx',
  ],
  [
    'extract-domains',
    'hosts of networks of one’s own, but no files',
    {
      text: 'http://intranet.corp/x, me@server.local, nas.lan, http://localhost:3000, http://10.0.0.1 and file.txt',
    },
    'intranet.corp\nserver.local\nnas.lan\nlocalhost',
  ],
  ['extract-numbers', 'European style', { text: 'Summe 1.234,50 €', style: 'european' }, '1234.50'],
  [
    'extract-emails',
    'hidden addresses',
    { text: 'a.b+c@example.co.uk; not@an@address; x@y' },
    'a.b+c@example.co.uk',
  ],
  [
    'extract-urls',
    'file names are no domains',
    { text: 'see readme.txt and example.com/x?y=1#z.' },
    'example.com/x?y=1#z',
  ],
  [
    'extract-ips',
    'IPv6 forms',
    { text: '::1, fe80::1%eth0, 2001:db8::8a2e:370:7334. 999.1.1.1 12:30' },
    '::1\nfe80::1%eth0\n2001:db8::8a2e:370:7334',
  ],
  ['extract-ips', 'ranges on request', { text: 'allow 10.0.0.0/8', withRanges: true }, '10.0.0.0/8'],
  ['extract-emoji', 'emoji one by one', { text: '👍🏽👍 1 #' }, '👍🏽\n👍'],
  ['extract-between', 'marks that do not close', { text: '[a] [b', start: '[', end: ']' }, 'a'],
  [
    'extract-phone-numbers',
    'numbers without a country need the country',
    { text: '030 123456', country: 'DE', form: 'e164' },
    '+4930123456',
  ],
];

test.each(cases)('%s: %s', async (id, _name, params, result) => {
  expect(await call(id, params)).toBe(result);
});

test('a country that is none is refused', async () => {
  await expect(call('extract-phone-numbers', { text: '1', country: 'XX' })).rejects.toMatchObject({
    code: expect.any(String),
  });
});

test.each([
  ['müller@web.de schrieb', 'müller@web.de'],
  ['josé.garcía@exämple.com, 用户@例子.广告', 'josé.garcía@exämple.com\n用户@例子.广告'],
  ['写信给ada@example.com谢谢', 'ada@example.com'],
  ['<ada@example.com>, “bob@example.org”.', 'ada@example.com\nbob@example.org'],
  ['https://user:pw@real.org/x and a..b@c.de', ''],
])('email addresses of %j, in any script', async (text, result) => {
  expect(await call('extract-emails', { text })).toBe(result);
});

test.each([
  ['http://evil-site.com@example.com/', 'http://evil-site.com@example.com/', 'example.com'],
  ['see http://user:pass@www.foobar.com/ now', 'http://user:pass@www.foobar.com/', 'www.foobar.com'],
  [
    'https://user:pw@real.org/x, ada@mail.example.org',
    'https://user:pw@real.org/x',
    'real.org\nmail.example.org',
  ],
])('the host of %j is what follows the name of the user', async (text, urls, domains) => {
  expect(await call('extract-urls', { text })).toBe(urls);
  expect(await call('extract-domains', { text })).toBe(domains);
});

test.each(['Tel +49 30 901820; 192.168.0.1', 'Tel +49 30 901820, 10.0.0.1'])(
  'an IP address after a phone number is no extension: %s',
  async (text) => {
    expect(await call('extract-phone-numbers', { text })).toBe('+49 30 901820');
    expect(await call('redact-pii', { text })).toBe(`Tel [PHONE]${text[17]} [IP]`);
  },
);

test('200,000 signs that may begin addresses are read in good time', async () => {
  for (const unit of ['a@', '@a-.de', 'a.a@a.', 'http://a@', `${'a'.repeat(64)}@`])
    expect(await call('extract-emails', { text: unit.repeat(200_000 / unit.length) })).toBe('');
}, 60_000);
