// The addresses of the page: every view in the list has one.
import { expect, it } from 'vitest';
import { addressOf, INBOX, routeOf } from './routes.ts';
import { VIEWS } from './views.ts';

const views = [...VIEWS, { name: 'toys' }];

it.each(views)('$name has an address, with more after its name', ({ name }) => {
  const route = { name, rest: ['a/b', 'ä'] };
  expect(routeOf(addressOf(route), views)).toEqual(route);
});

it.each(['', '#/', '#/toys', '#/nothing/1', '#/%'])('"%s" is the inbox where no view has that name', (hash) => {
  expect(routeOf(hash, VIEWS)).toEqual(INBOX);
});
