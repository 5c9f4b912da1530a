/** Caches a page that the browser shows if the site can't be loaded. */
export function keepOfflinePage(): void {
  if (!('serviceWorker' in navigator)) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register('/offline-worker.js').catch(() => undefined);
  });
}
