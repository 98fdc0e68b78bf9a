// Small comforts for those who have JavaScript; every page works without them.

/** A button that copies what the element with the named id holds. */
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
  if (button !== null) void copy(button);
});

async function copy(button) {
  const source = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(
    source instanceof HTMLInputElement ? source.value : (source?.textContent ?? ''),
  );
  const label = button.textContent;
  button.textContent = 'Copied';
  button.addEventListener('blur', () => (button.textContent = label), { once: true });
}

/** Buttons that need this script are hidden until it runs. */
document.documentElement.dataset.scripted = '';
