// Filters the list of tools to those that contain every typed word.

export function findTools(section) {
  const input = section.querySelector('#tool-filter');
  const count = section.querySelector('#tool-count');
  const tools = [...section.querySelectorAll('.tool')].map((entry) => ({
    entry,
    text: `${entry.querySelector('summary').textContent} ${entry.querySelector('h4').textContent} ${
      entry.closest('.family').querySelector('h3').textContent
    }`.toLowerCase(),
  }));

  function narrow() {
    const words = input.value.toLowerCase().split(/\s+/);
    for (const { entry, text } of tools) entry.hidden = !words.every((word) => text.includes(word));
    for (const family of section.querySelectorAll('.family'))
      family.hidden = family.querySelector('.tool:not([hidden])') === null;
    const found = tools.filter(({ entry }) => !entry.hidden).length;
    count.textContent =
      found === tools.length
        ? `${found} tools`
        : found === 0
          ? 'No tool has all these words'
          : `${found} of ${tools.length} tools`;
  }

  input.addEventListener('input', narrow);
  // Browsers may restore the search text on reload.
  narrow();
}
