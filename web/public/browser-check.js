/*
 * Warns users of browsers without the features that the site needs to be safe and to work. Written for the oldest
 * browsers, in which no other script of the site may run.
 */
(function () {
  var isSupported =
    'noModule' in document.createElement('script') &&
    'SecurityPolicyViolationEvent' in window &&
    'locks' in navigator &&
    window.crypto &&
    'randomUUID' in crypto &&
    'toSorted' in Array.prototype &&
    'groupBy' in Map &&
    'union' in Set.prototype &&
    'popover' in HTMLElement.prototype &&
    CSS.supports('selector(:has(a))');
  if (isSupported) return;
  var notice = document.createElement('div');
  notice.id = 'old-browser';
  notice.setAttribute('role', 'alert');
  notice.textContent =
    'Your browser is out of date. It lacks security features that Paydown relies on, and pages may not work. Please update it.';
  document.body.insertBefore(notice, document.body.firstChild);
})();
