/* Reloads the wanted page as soon as the service answers again. */
const PAUSE_MS = 5000;

async function goOn() {
  const answer = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) location.reload();
}

addEventListener('online', () => void goOn());
setInterval(() => void goOn(), PAUSE_MS);
