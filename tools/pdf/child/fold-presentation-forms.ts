/** Latin, Hebrew and Arabic letters as they are shaped in print, and radicals in the place of ideographs. */
const shaped = /[\u2e80-\u2fd5\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Some producers name the shapes of letters instead of the letters: put right, so that a search finds the words. */
export function foldPresentationForms(text: string): string {
  return text.replace(shaped, (letters) => letters.normalize('NFKC'));
}
