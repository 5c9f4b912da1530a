/* Searches the help pages: keeps the entries that contain every word, in title, summary or text. */
const input = document.querySelector('#help-search');
const found = document.querySelector('#help-found');
const entries = [...document.querySelectorAll('#help-pages > li')];
let texts;

/** The text of each page by its address; loaded when the search is first used. */
const load = () =>
  (texts ??= fetch('/help/index.json')
    .then((answer) => answer.json())
    .catch((error) => {
      texts = undefined;
      throw error;
    }));

async function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const pages = words.length === 0 ? {} : await load().catch(() => ({}));
  let count = 0;
  for (const entry of entries) {
    const text = `${entry.textContent} ${pages[entry.querySelector('a').pathname] ?? ''}`.toLowerCase();
    entry.hidden = !words.every((word) => text.includes(word));
    if (!entry.hidden) count += 1;
  }
  const result = count === 0 ? 'No page contains these words.' : `${count} of ${entries.length} pages`;
  found.textContent = words.length === 0 ? '' : result;
}

input.form.addEventListener('submit', (event) => event.preventDefault());
input.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
input.addEventListener('input', () => void search());
const asked = new URLSearchParams(location.search).get('q');
if (asked) input.value = asked;
// Somebody may have typed before this ran, and a browser keeps the words of the page it returns to.
if (input.value) void search();
