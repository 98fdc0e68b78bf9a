import { describe, expect, it } from 'vitest';

import { HtmlForm } from '#contracts/form.ts';

const isForm = (form: object) => HtmlForm.safeParse(form).success;

describe('the page that visitors are redirected to', () => {
  it.each([
    'https://shop.example.com/thanks?x=1#top',
    'http://localhost:3000/thanks',
    'http://127.0.0.1/thanks',
    'http://[::1]:8080/',
  ])('may be %s', (redirectUrl) => {
    expect(HtmlForm.parse({ redirectUrl })).toEqual({ redirectUrl });
  });

  it.each([
    'http://shop.example.com/thanks',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'https://user:pass@shop.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//shop.example.com/',
    '/thanks',
    '',
    `https://shop.example.com/${'x'.repeat(2_048)}`,
  ])('may not be %s', (redirectUrl) => {
    expect(isForm({ redirectUrl })).toBe(false);
  });

  it('holds nothing that ends a header', () => {
    const { redirectUrl } = HtmlForm.parse({ redirectUrl: 'https://shop.example.com/a\r\nSet-Cookie: x=1é' });
    expect(redirectUrl).toMatch(/^[!-~]+$/);
  });

  it('is not given beside a text', () => {
    expect(isForm({ redirectUrl: 'https://shop.example.com/', text: 'Thanks' })).toBe(false);
  });
});

describe('the sites whose scripts may post', () => {
  it('are origins as browsers write them, each once', () => {
    const origins = ['https://www.Example.com/', 'https://www.example.com:443', 'http://localhost:3000'];
    expect(HtmlForm.parse({ origins })).toEqual({
      origins: ['https://www.example.com', 'http://localhost:3000'],
    });
  });

  it.each([
    '*',
    'null',
    'www.example.com',
    'https://www.example.com/contact',
    'https://*.example.com',
    'https://example.com;sandbox',
    'ftp://example.com',
    'file:///',
  ])('are not %s', (origin) => {
    expect(isForm({ origins: [origin] })).toBe(false);
  });
});
