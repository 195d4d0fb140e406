// Hostile texts, and what they must not have done to the page.
import type { Page } from 'playwright-core';
import type { AskRequest } from '../../src/client/client.ts';

export const EVIL = 'evil.example';
/** Each sets `pwned`, loads something from elsewhere, or covers the page, if it gets through. */
export const HOSTILE = [
  '<script>globalThis.pwned=1</script>',
  '<img src=x onerror="globalThis.pwned=1">',
  `<img src="https://${EVIL}/image">`,
  '<svg/onload=globalThis.pwned=1>',
  '<svg><script>globalThis.pwned=1</script><use href="data:image/svg+xml,<svg id=x onload=pwned=1>#x"/></svg>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  `<iframe src="https://${EVIL}/"></iframe><object data="https://${EVIL}/"></object><embed src="https://${EVIL}/">`,
  `<style>*{background:url(https://${EVIL}/css)}</style><link rel=stylesheet href=https://${EVIL}/x.css>`,
  '<div id="app" class="notice" style="position:fixed;inset:0;background:url(x)">cover</div>',
  '<a href="javascript:globalThis.pwned=1">click</a> [click](javascript:globalThis.pwned=1) [click](data:text/html,<script>pwned=1</script>)',
  `![pixel](https://${EVIL}/pixel.png) [ref]: https://${EVIL} "x"`,
  `<form action="https://${EVIL}/"><input name=q autofocus onfocus=globalThis.pwned=1><button>ok</button></form>`,
  `<base href="https://${EVIL}/"><meta http-equiv=refresh content="0;url=https://${EVIL}/">`,
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=globalThis.pwned=1&gt;">',
  "\"><img src=x onerror=globalThis.pwned=1> ' onmouseover='globalThis.pwned=1",
  '</textarea></title></style></script><script>globalThis.pwned=1</script>',
  '```html\n<script>globalThis.pwned=1</script>\n```\n~~~js"><img src=x onerror=globalThis.pwned=1>\n~~~',
  '{{constructor.constructor("globalThis.pwned=1")()}}',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=globalThis.pwned=1 src>">',
] as const;

export function hostile(text: string): AskRequest {
  const short = text.slice(0, 99);
  return {
    session: { id: crypto.randomUUID(), program: short, project: `/srv/${text.replaceAll('\n', ' ')}`, machine: short, version: short },
    toolUseId: crypto.randomUUID(),
    rules: 'tolerant',
    questions: [
      {
        text,
        header: text,
        options: [
          { label: text, description: text, preview: text },
          { label: 'Other', description: text, preview: `# ${text}` },
        ],
      },
    ],
  } as AskRequest;
}

export const by = (text: string) => ({ by: { kind: 'person', name: `ada ${text}`.slice(0, 90), surface: 'test' }, reason: text }) as const;

export function ALL(more = ''): string {
  return `${HOSTILE.join('\n\n')}${more}`;
}

/** Until then, Markdown is shown as plain text. */
export const formatted = (page: Page) => page.waitForFunction(() => !document.querySelector('.markdown > .lines'));

/** Everything that reacts to the mouse or to focus. */
export async function hover(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      for (const kind of ['mouseover', 'mouseenter', 'focus']) each.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  });
}

/** What is in the page and should not be. */
export function found(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    if ('pwned' in globalThis) wrong.push('a script ran');
    for (const each of document.querySelectorAll('*')) {
      for (const { name, value } of each.attributes) {
        if (name.startsWith('on')) wrong.push(`${each.tagName} ${name}`);
        if (name === 'style' && /url|position|fixed/.test(value)) wrong.push(`${each.tagName} style=${value}`);
        if (/^(href|src|action|formaction|data|xlink:href)$/.test(name) && /^\s*(javascript|data|vbscript):/i.test(value))
          wrong.push(`${name}=${value}`);
      }
      if (/^(base|object|embed|style|math)$/i.test(each.tagName)) wrong.push(each.tagName);
      if (each.tagName === 'SCRIPT' && new URL((each as HTMLScriptElement).src, location.href).origin !== location.origin)
        wrong.push('SCRIPT');
      if (each.tagName === 'META' && each.hasAttribute('http-equiv')) wrong.push('META');
      if (each.tagName === 'IMG' && new URL((each as HTMLImageElement).src).origin !== location.origin) wrong.push('IMG');
      if (
        each.tagName === 'IFRAME' &&
        (!each.hasAttribute('sandbox') || /allow-(scripts|same-origin|top|popups|forms)/.test(each.getAttribute('sandbox') ?? ''))
      )
        wrong.push('IFRAME');
      if (
        each.tagName === 'A' &&
        new URL((each as HTMLAnchorElement).href, location.href).origin !== location.origin &&
        !/noopener/.test((each as HTMLAnchorElement).rel)
      )
        wrong.push('A');
    }
    return wrong;
  });
}
