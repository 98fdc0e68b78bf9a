// Progressive enhancement: sends the forms, opens link targets and highlights the current section.
import { answerElements, failureElements, forget } from './answer.js';
import { curlOf, requestOf, tokenInput } from './request.js';

async function send(form) {
  if (form.hasAttribute('aria-busy')) return;
  if (form.dataset.token !== undefined && !tokenInput().reportValidity()) return;
  const answer = form.querySelector('.answer');
  const progress = form.querySelector('.progress');
  form.setAttribute('aria-busy', 'true');
  progress.textContent = 'Sending …';
  try {
    const { shown, said } = await answered(form).catch((error) => ({
      shown: failureElements(error),
      said: 'Not answered',
    }));
    forget(answer);
    answer.replaceChildren(...shown);
    progress.textContent = said;
  } finally {
    form.removeAttribute('aria-busy');
  }
}

async function answered(form) {
  const request = await requestOf(form);
  const { method, path, headers, body } = request;
  const startedAt = performance.now();
  const response = await fetch(path, { method, headers, body });
  const durationMs = performance.now() - startedAt;
  const shown = await answerElements(response, { durationMs, curl: curlOf(request, location.origin) });
  return { shown, said: `Answered with ${response.status}` };
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.matches('.find')) return;
  event.preventDefault();
  if (form.dataset.method !== undefined) void send(form);
});

/** Opens the collapsed sections around a link's target. In the index the target is a link, which is followed. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const moved = target?.closest('.outline li')?.querySelector('a');
  if (moved) {
    location.replace(moved.href);
    return;
  }
  const entry = target?.closest('details');
  if (!entry) return;
  entry.open = true;
  entry.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();

const menu = document.querySelector('#menu');
menu.addEventListener('click', ({ target }) => {
  if (target.closest('a') !== null && menu.matches(':popover-open')) menu.hidePopover();
});

/** Menu links by section, to highlight the current one. */
const places = new Map(
  [...menu.querySelectorAll('li li a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
);
const watch = new IntersectionObserver(
  (entries) => {
    const here = entries.find(({ isIntersecting }) => isIntersecting);
    if (here === undefined) return;
    menu.querySelector('[aria-current=location]')?.removeAttribute('aria-current');
    places.get(here.target.id)?.setAttribute('aria-current', 'location');
  },
  { rootMargin: '-15% 0px -80% 0px' },
);
for (const id of places.keys()) watch.observe(document.getElementById(id));
