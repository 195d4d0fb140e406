// Markdown as a fragment of the page: marked makes HTML of it, DOMPurify keeps what is harmless. No image, form, style or id gets through, and HTML
// in it is shown as it is written, so that a comment hides nothing from whoever approves the text.
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { manyLines } from '../../dialog/foreign-text.ts';
import { highlight } from './highlighted.ts';

const TAGS = 'p br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del s a table thead tbody tr th td'.split(' ');

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text, block }) => (block ? `<p>${escaped(text)}</p>` : escaped(text)),
    /** Its address is as visible as that of a link, and it is not loaded. */
    image: ({ href, text }) => escaped(`![${text}](${href})`),
    /** The box of a task: a form field would need a label. */
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
});

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') harmlessLink(node as HTMLAnchorElement);
});

export function format(text: string): DocumentFragment {
  const html = marked.parse(manyLines(text), { async: false });
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'class', 'start', 'align'],
    ALLOWED_URI_REGEXP: /^https?:\/\//i,
    // They are no addresses, so that expression is not for them.
    ADD_URI_SAFE_ATTR: ['start', 'align'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const code of fragment.querySelectorAll('pre code')) {
    const language = /(?:^|\s)language-([\w+#-]+)/.exec(code.className)?.[1];
    code.replaceChildren(highlight(code.textContent ?? '', language));
    (code.parentElement as HTMLElement).tabIndex = 0;
  }
  for (const element of fragment.querySelectorAll('[class]')) if (!element.closest('pre')) element.removeAttribute('class');
  for (const table of fragment.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = 'wide';
    frame.tabIndex = 0;
    table.replaceWith(frame);
    frame.append(table);
  }
  return fragment;
}

const escaped = (text: string): string => text.trimEnd().replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** It opens in a window of its own that cannot reach this one, and its address is visible whatever it is called. */
function harmlessLink(link: HTMLAnchorElement): void {
  const { href } = link;
  link.rel = 'noopener noreferrer';
  link.target = '_blank';
  if (href !== '' && link.textContent?.trim() !== href && link.textContent?.trim() !== href.replace(/\/$/, '')) link.append(` (${href})`);
}
