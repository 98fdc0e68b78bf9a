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

document.addEventListener('delivery', ({ detail }) => {
  const change = JSON.parse(detail.data);
  // A page of one delivery waits for its changes alone.
  document.body.dispatchEvent(new CustomEvent(`delivery-${change.deliveryId}`));
  if (change.row !== undefined) keepRow(change);
});

/** The newest rows that were told. An answer that was made before one of them may arrive after it: then they are shown again. */
const told = new Map();
const toldMax = 50;

function keepRow(change) {
  told.delete(change.deliveryId);
  told.set(change.deliveryId, change);
  if (told.size > toldMax) told.delete(told.keys().next().value);
  showRow(change);
}

document.addEventListener('htmx:after:swap', ({ target }) => {
  if (target.id === 'list') for (const change of told.values()) showRow(change);
});

/** The list does not grow for ever while it is watched. */
const rowsMax = 300;

/** Renews the row of a delivery, or puts a new one where it belongs: the newest is first, and an old one on a later page. */
function showRow({ deliveryId, receivedAt, row }) {
  const list = document.querySelector('[data-live-rows]');
  if (list === null) return;
  const known = document.getElementById(deliveryId);
  const older = [...list.rows].find((other) => other.querySelector('time').dateTime < receivedAt);
  const place = known ?? older;
  if (place === undefined) return;
  const swap = known === null ? 'beforebegin' : 'outerMorph';
  window.htmx.swap({ sourceElement: place, target: place, text: row, swap });
  if (list.rows.length > rowsMax) list.rows[list.rows.length - 1].remove();
}

/** Ctrl+Enter, or ⌘ and Enter, sends the form of a text area. */
document.addEventListener('keydown', (event) => {
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (isSend && event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit();
});

/** Buttons that need this script are hidden until it runs. */
document.documentElement.dataset.scripted = '';
