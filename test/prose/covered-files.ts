/** Files whose English is checked, of all files of the project. */
export const coveredFiles = (files: readonly string[]): readonly string[] =>
  files.filter(
    (file) => covered.some((pattern) => pattern.test(file)) && !left.some((pattern) => pattern.test(file)),
  );

const covered = [/\.md$/, /\.(ts|mjs)$/];

const left = [
  /^(test\/)?core\/rules\//,
  /^test\/releases\//,
  /^docs\/decisions\//,
  /^CHANGELOG\.md$/,
  /^packages\/tools\/(test\/)?skills\//,
];
