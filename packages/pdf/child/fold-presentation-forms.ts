/** Latin, Hebrew and Arabic presentation forms, and radicals used in place of ideographs. */
const shaped = /[\u2e80-\u2fd5\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]+/g;

/** Maps presentation forms, which some producers emit, back to letters so that the text is searchable. */
export function foldPresentationForms(text: string): string {
  return text.replace(shaped, (letters) => letters.normalize('NFKC'));
}
