/** `npm run pictures` takes the pictures of the knowledge base; each is as new as the page that it shows. */
import { expect, it } from 'vitest';
import { oldPictures } from '../support/pictures.ts';

it('finds no picture older than its page', () => {
  expect(oldPictures()).toEqual([]);
});
