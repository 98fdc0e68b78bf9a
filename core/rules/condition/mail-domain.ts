const providers: Readonly<Record<string, string>> = {
  gmail: 'gmail.com',
  googlemail: 'googlemail.com',
  hotmail: 'hotmail.com',
  outlook: 'outlook.com',
  yahoo: 'yahoo.com',
  icloud: 'icloud.com',
};

/** The domain that words name: `acme.com`, `gmail`; null where they name none. */
export const mailDomain = (words: string): string | null =>
  providers[words.toLowerCase()] ??
  (/^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i.test(words) ? words.toLowerCase() : null);
