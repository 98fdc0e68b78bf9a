import { expect, test } from 'vitest';
import { buildCatalogue } from '#tools/catalogue.ts';
import { loadTextTools } from '#tools/registry.ts';

const { families, findTool } = await loadTextTools();

/**
 * Ids and params that callers rely on: none of them may go or get another name. A param is written alone, or with
 * values that it must take, parted by |.
 */
const promised: Readonly<Record<string, string>> = {
  'upper-case': 'locale=en|tr',
  'lower-case': 'locale=en|tr',
  'title-case': 'style=ap|chicago|simple',
  'sentence-case': '',
  'capitalize-words': '',
  'swap-case': '',
  ...Object.fromEntries(
    ['camel', 'pascal', 'snake', 'kebab', 'constant', 'dot', 'path'].map((form) => [
      `${form}-case`,
      'perLine=true|false',
    ]),
  ),
  'trim-text': 'mode=both|start|end|lines',
  'collapse-whitespace': 'keepLines=true|false',
  'remove-line-breaks': 'replacement=|, ',
  'remove-accents': '',
  transliterate: '',
  'remove-punctuation': 'keep=-',
  'remove-emoji': 'keep=🚀',
  'remove-invisible': 'report=true|false',
  'normalize-unicode': 'form=NFC|NFD|NFKC|NFKD',
  'straighten-quotes': '',
  'curl-quotes': '',
  'strip-html': 'keepLinks=true|false',
  'strip-markdown': '',
  'redact-pii': 'kinds=["email"]|["phone","email"]',
  'sort-lines': 'order=asc|desc numeric=true ignoreCase=true locale=de',
  'reverse-lines': '',
  'reverse-text': '',
  'shuffle-lines': 'seed=1|"one"',
  'pick-random-line': 'seed=1|"one" count=1|10000',
  'dedupe-lines': 'ignoreCase=true keep=first|last',
  'remove-empty-lines': '',
  'number-lines': 'start=0|1 separator=)',
  'take-lines': 'from=1|2 to=3',
  'filter-lines': 'contains=a pattern=a+ invert=true',
  'prefix-lines': 'value=>',
  'suffix-lines': 'value=;',
  'join-lines': 'separator=;',
  'split-text': 'separator=, every=1',
  'wrap-text': 'width=20|500',
  'truncate-text': 'length=0|5 by=char|word|sentence suffix=...',
  'indent-text': 'size=0|16',
  'dedent-text': '',
  'pad-lines': 'width=1|1000 align=left|right|center',
  'count-text': 'locale=en|th',
  'word-frequency': 'top=1|1000 stopwords=none|english',
  'character-frequency': 'top=1|1000',
  'reading-time': 'wordsPerMinute=200',
  'readability-score': 'formula=flesch-reading-ease',
  'detect-language': '',
  'keyword-density': 'nGram=1|2|3',
  'token-count': 'encoding=o200k_base|cl100k_base',
  'text-entropy': '',
  'inspect-unicode': '',
  'base64-encode': 'urlSafe=true|false',
  'base64-decode': 'urlSafe=true|false',
  ...Object.fromEntries(
    ['base32', 'base58'].flatMap((base) => [
      [`${base}-encode`, ''],
      [`${base}-decode`, ''],
    ]),
  ),
  'hex-encode': 'separator=:',
  'hex-decode': 'separator=:',
  'binary-encode': 'separator=:',
  'binary-decode': 'separator=:',
  'url-encode': 'component=true|false',
  'url-decode': 'component=true|false',
  'html-encode': 'level=minimal|numeric|named',
  'html-decode': 'level=minimal|numeric|named',
  'unicode-escape': 'style=js|css|html',
  'unicode-unescape': 'style=js|css|html',
  rot13: '',
  'caesar-cipher': 'shift=1|25|-3',
  'morse-encode': '',
  'morse-decode': '',
  'punycode-encode': '',
  'punycode-decode': '',
  'jwt-decode': '',
  'qr-code-svg': 'level=L|M|Q|H',
  'hash-text': 'algorithm=md5|sha1|sha256|sha512|sha3-256|blake2b512 encoding=hex|base64',
  'hmac-text': 'key=k algorithm=md5|sha1|sha256|sha512|sha3-256|blake2b512',
  'checksum-text': 'kind=crc32|adler32',
  'uuid-from-name': 'namespace=url|dns',
  'json-format': 'indent=0|8',
  'json-minify': '',
  'json-validate': '',
  'json-sort-keys': '',
  'json-query': 'expression=a',
  'json-to-yaml': '',
  'yaml-to-json': '',
  'json-to-csv': 'delimiter=,|;|comma header=true|false',
  'csv-to-json': 'delimiter=,|;|comma header=true|false',
  'csv-to-markdown': 'delimiter=,|;|comma header=true|false',
  'markdown-table-format': '',
  'xml-format': '',
  'xml-to-json': '',
  'json-to-xml': '',
  'json-to-toml': '',
  'toml-to-json': '',
  'json5-to-json': '',
  'markdown-to-html': 'sanitize=true',
  'html-to-markdown': 'sanitize=true',
  'sql-format': 'dialect=sql|postgresql|mysql',
  'code-format': 'language=css|html|js|ts|json|md',
  'number-base': 'from=2|36 to=2|36',
  'roman-numeral': 'direction=encode|decode',
  'timestamp-convert': 'from=seconds|iso to=seconds|iso timeZone=Europe/Berlin',
  'cron-explain': 'locale=en|de',
  'cron-next': 'from=2026-01-01T00:00:00Z count=1|50 timeZone=Europe/Berlin',
  'color-convert': 'to=hex|rgb|hsl',
  'extract-emails': 'unique=true|false',
  'extract-urls': 'unique=true|false',
  'extract-domains': 'unique=true|false',
  'extract-phone-numbers': 'country=DE',
  'extract-numbers': '',
  'extract-hashtags': '',
  'extract-mentions': '',
  'extract-ips': '',
  'extract-between': 'start=( end=)',
  'regex-extract': 'pattern=a flags=i|m|s|ims group=0|1 max=1|10000',
  'regex-replace': 'pattern=a flags=i|m|s|ims replacement=b max=1|10000',
  'find-replace': 'find=a replacement=b ignoreCase=true wholeWord=true',
  'generate-uuid': 'version=4|7 count=1|1000 seed=1',
  'generate-ulid': 'count=1|1000 seed=1',
  'generate-nanoid': 'count=1|1000 size=21|128 seed=1',
  'generate-password': 'length=8|256 count=1|100 sets=["lower","digits"] seed=1',
  'generate-passphrase': 'words=3|12 count=1|100 seed=1',
  'lorem-ipsum': 'paragraphs=1|50 words=1|10000 seed=1',
  'random-number': 'min=-5|0 max=10 count=1|10000 seed=1',
  'repeat-text': 'times=0|10000 separator=-',
  'diff-text': 'other=a unit=line|word|char context=0|3',
  'diff-json': 'other={}',
  'similarity-score': 'other=a method=levenshtein|jaccard|cosine',
  'edit-distance': 'other=a',
  'compare-lists': 'other=a show=both|onlyA|onlyB',
  slugify: 'separator=-|_ maxLength=1|80',
  'url-parse': '',
  'url-normalize': 'dropTracking=true|false',
  'domain-parse': '',
  'utm-build': 'url=https://example.com source=a medium=b campaign=c term=d content=e',
  'meta-tags': 'title=a description=b',
  'open-graph-tags': 'title=a description=b',
  'json-ld': '',
  'robots-txt': '',
  'sitemap-xml': 'urls=["https://example.com/"]',
  'serp-check': 'title=a description=b',
};

/** Params that exclude each other. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  'filter-lines': ['contains', 'pattern'],
  'split-text': ['separator', 'every'],
  'lorem-ipsum': ['paragraphs', 'words'],
};

/** Numbers, flags and lists as JSON writes them; what is no JSON is a text. */
function readValue(written: string): unknown {
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return written;
  }
}

/** As a text where the param is one: "1" may be a separator. */
function fits(id: string, name: string, written: string): boolean {
  const tool = findTool(id);
  if (tool === undefined) return false;
  const kept = Object.entries(tool.example.params).filter(([key]) => !alternatives[id]?.includes(key));
  return [readValue(written), written].some(
    (value) => tool.params.safeParse({ ...Object.fromEntries(kept), [name]: value }).success,
  );
}

test('all 147 stand in the catalogue', () => {
  expect(Object.keys(promised)).toHaveLength(147);
  const ids = new Set(buildCatalogue(families).items.map(({ id }) => id));
  expect(Object.keys(promised).filter((id) => !ids.has(id))).toEqual([]);
});

test.each(Object.entries(promised))('%s takes %s', (id, params) => {
  const written = params.split(/ (?=\w+=)/).filter((param) => param !== '');
  const refused = written.flatMap((param) => {
    const [name = '', ...values] = param.split(/=(.*)/s).filter((part) => part !== '');
    return (values[0] ?? '').split('|').flatMap((value) => (fits(id, name, value) ? [] : `${name}=${value}`));
  });
  expect(refused).toEqual([]);
});

const takesText = Object.keys(promised).filter(
  (id) =>
    !id.startsWith('generate-') &&
    !['lorem-ipsum', 'random-number', 'utm-build', 'meta-tags', 'open-graph-tags', 'robots-txt'].includes(
      id,
    ) &&
    !['sitemap-xml', 'serp-check'].includes(id),
);

test.each(takesText)('the main input of %s is called text', (id) => {
  expect(Object.keys(findTool(id)?.params.shape ?? {})).toContain('text');
});
