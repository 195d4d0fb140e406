// npm run icons: draws the icons of the page (src/web/static/*.png) from icon.svg, with Chromium. They are committed, so a build needs no browser.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const FOLDER = 'src/web/static';
const svg = readFileSync(`${FOLDER}/icon.svg`, 'utf8').trim();
const inner = svg.replace(/^<svg[^>]*>|<\/svg>$/g, '');
const [, background] = /fill="(#\w+)"/.exec(inner);
/** A phone may cut off everything outside a circle of 80 %. */
const maskable = svg
  .replace(/rx="[\d.]+" /, '')
  .replace('viewBox="0 0 24 24"', 'viewBox="0 0 24 24"')
  .replace(/(<rect[^>]*>)(.*)<\/svg>$/, '$1<g transform="translate(2.4 2.4) scale(.8)">$2</g></svg>');
/** Android shows only which pixels are there: the balloon without its check mark. */
const badge =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#fff" fill-rule="evenodd" d="M3 4h18v13H9.5L3 21.5zm5.2 6.3 3.1 3.1 5.3-5.4-1.3-1.3-4 4.1-1.8-1.8z"/></svg>';
const square = maskable.replace(/<g transform="[^"]*">/, '<g transform="translate(1.2 1.2) scale(.9)">');

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  for (const [name, size, drawing] of [
    ['icon-192', 192, svg],
    ['icon-512', 512, svg],
    ['icon-maskable-512', 512, maskable],
    ['apple-touch-icon', 180, square],
    ['badge', 96, badge],
  ]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`);
    await page.screenshot({ path: `${FOLDER}/${name}.png`, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
console.log(`drawn on ${background}`);
