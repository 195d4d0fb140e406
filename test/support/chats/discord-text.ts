// How a Discord client shows the content of a message: its markdown, mentions and links, as far as a hostile text could use them.

/** `active`: mentions, links, pictures and the like: everything that does something, or is not the text that was sent. */
export type Shown = { readonly text: string; readonly active: readonly string[] };

type Rule = {
  readonly at: RegExp;
  readonly show: (match: RegExpExecArray) => { readonly text: string; readonly active?: string; readonly inner?: boolean };
};

/** In the order in which clients try them. */
const RULES: readonly Rule[] = [
  { at: /\\([^0-9A-Za-z\s])/y, show: ([, sign = '']) => ({ text: sign }) },
  { at: /```(?:[a-z0-9_+\-.#]+?\n)?\n*([^\n][\s\S]*?)\n*```/iy, show: ([, code = '']) => ({ text: code }) },
  { at: /(`+)([\s\S]*?[^`])\1(?!`)/y, show: ([, , code = '']) => ({ text: code }) },
  { at: /<(?:@[!&]?\d+|#\d+|a?:\w{2,}:\d+|t:-?\d+(?::\w)?|\/[^:>]+:\d+|id:\w+)>/y, show: ([whole]) => ({ text: '', active: whole }) },
  { at: /@(?:everyone|here)/y, show: ([whole]) => ({ text: whole, active: whole }) },
  { at: /\[([^\]]+)\]\(<?(?:https?|mailto|tel|sms|discord):[^)]+\)/y, show: ([whole, label = '']) => ({ text: label, active: whole }) },
  { at: /<https?:\/\/[^\s>]+>/y, show: ([whole]) => ({ text: whole.slice(1, -1), active: whole }) },
  { at: /(?:https?|steam):\/\/[^\s<]+[^<.,:;"'\]\s]/y, show: ([whole]) => ({ text: whole, active: whole }) },
  { at: /:[^\s:]+?(?:::skin-tone-\d)?:/y, show: ([whole]) => ({ text: '', active: whole }) },
  { at: /\*\*([\s\S]+?)\*\*(?!\*)/y, show: ([, text = '']) => ({ text, inner: true }) },
  { at: /__([\s\S]+?)__(?!_)/y, show: ([, text = '']) => ({ text, inner: true }) },
  { at: /~~([\s\S]+?)~~/y, show: ([, text = '']) => ({ text, inner: true }) },
  { at: /\|\|([\s\S]+?)\|\|/y, show: ([whole]) => ({ text: '', active: whole }) },
  { at: /\*(?=\S)([^*]+?\S?)\*(?!\*)/y, show: ([, text = '']) => ({ text, inner: true }) },
  { at: /\b_([^_]+?)_\b/y, show: ([, text = '']) => ({ text, inner: true }) },
];

/** What a line begins with, and is not shown as it is. */
const AT_LINE_START = /(?:#{1,3} |-# |>>> |> |[ ]*[-*+] |[ ]*\d+\. )/y;

export function shownContent(content: string): Shown {
  let text = '';
  const active: string[] = [];
  let at = 0;
  while (at < content.length) {
    const start = (at === 0 || content[at - 1] === '\n') && matchAt(AT_LINE_START, content, at);
    if (start) {
      at += start[0].length;
      continue;
    }
    const found = firstRule(content, at);
    if (!found) {
      text += content[at];
      at += 1;
      continue;
    }
    const { text: part, active: does, inner } = found.shown;
    if (does !== undefined) active.push(does);
    if (inner) {
      const within = shownContent(part);
      text += within.text;
      active.push(...within.active);
    } else text += part;
    at += found.length;
  }
  return { text, active };
}

function firstRule(content: string, at: number) {
  for (const { at: pattern, show } of RULES) {
    const match = matchAt(pattern, content, at);
    if (match) return { shown: show(match), length: match[0].length };
  }
  return undefined;
}

function matchAt(pattern: RegExp, content: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(content);
}
