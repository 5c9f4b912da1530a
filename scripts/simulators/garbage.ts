/** The answer of a broken proxy in front of a service: a success whose body is a page. */
export const GARBAGE = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Maintenance</title><p>We will be back soon.</p>',
};
