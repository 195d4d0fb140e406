import { expect, it } from 'vitest';
import { publicUrl } from './public-url.ts';

it.each([
  'https://inbox.example',
  'https://inbox.example/',
  'https://box.tailnet.ts.net:8443',
  'http://localhost:8000',
  'http://127.0.0.1:8000',
])('%s can be the address of the page', (text) => {
  expect(publicUrl.parse(text).origin).toBe(new URL(text).origin);
});

it.each([
  ['inbox.example', 'such as https://'],
  ['javascript:alert(1)', 'such as https://'],
  ['http://inbox.example', 'must begin with https://'],
  ['http://localhost.evil.example', 'must begin with https://'],
  ['https://example.com/answerback', 'must have no path'],
  ['https://a:b@inbox.example', 'must have no path'],
  ['https://inbox.example/?x=1', 'must have no path'],
])('%s cannot', (text, why) => {
  expect(JSON.stringify(publicUrl.safeParse(text).error?.issues)).toContain(why);
});
