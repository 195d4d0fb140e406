// Tags in a text: <answer ask="id">…</answer> and <cc_answer project="name">…</cc_answer>, found anywhere, in one pass.

export type Tag = {
  readonly name: 'answer' | 'cc_answer';
  readonly attributes: Readonly<Record<string, string>>;
  readonly body: string;
  /** As written in the text. */
  readonly raw: string;
  /** What is wrong with the tag itself. */
  readonly broken?: string | undefined;
};

/** Further tags in a text are ignored. */
const MOST_TAGS = 200;

export function tagsIn(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  let open: RegExpExecArray | undefined;
  for (const mark of text.matchAll(MARK)) {
    if (tags.length >= MOST_TAGS) break;
    const closes = mark[1] === '/';
    if (open !== undefined) {
      const whole = closes && nameOf(mark) === nameOf(open);
      tags.push(tagOf(text, open, whole ? mark : undefined));
    }
    open = closes ? undefined : mark;
  }
  if (open !== undefined && tags.length < MOST_TAGS) tags.push(tagOf(text, open, undefined));
  return tags.filter((tag) => !isExample(tag));
}

/** The text as a person should see it: what was meant as an answer is taken out. */
export function withoutTags(text: string): string {
  const tags = tagsIn(text);
  if (tags.length === 0) return text;
  // Looks once at each run of spaces, not again from each space in it: the text may consist of nothing else.
  return tags
    .reduce((rest, { raw }) => rest.replace(raw, () => ''), text)
    .replaceAll(/(?<![ \t])[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const MARK = /<(\/?)((?:cc_)?answer)(?![\w-])([^<>]*)>/gi;

function tagOf(text: string, open: RegExpExecArray, close: RegExpExecArray | undefined): Tag {
  const bodyAt = open.index + open[0].length;
  const base = { name: nameOf(open), attributes: attributesOf(open[3] ?? '') };
  if (close === undefined) return { ...base, body: '', raw: open[0], broken: `the tag is not closed; end it with </${nameOf(open)}>` };
  return { ...base, body: text.slice(bodyAt, close.index).trim(), raw: text.slice(open.index, close.index + close[0].length) };
}

const nameOf = (mark: RegExpExecArray): Tag['name'] => (mark[2]?.toLowerCase() === 'answer' ? 'answer' : 'cc_answer');

function attributesOf(text: string): Record<string, string> {
  const pairs = [
    ...text.slice(0, MOST_ATTRIBUTES).matchAll(/(?<![\w-])([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|“([^”]*)”|([^\s"'“”=]+))/gi),
  ];
  const attributes: Record<string, string> = {};
  for (const [, given = '', a, b, c, d] of pairs) {
    const [name, value] = [given.toLowerCase(), (a ?? b ?? c ?? d ?? '').trim()];
    // Given twice, it has two values; neither is dropped.
    attributes[name] = attributes[name] === undefined || attributes[name] === value ? value : `${attributes[name]} ${value}`;
  }
  return attributes;
}

const MOST_ATTRIBUTES = 10_000;

/** The examples of our own brief and roster. Repeating them is not an answer. */
function isExample({ attributes }: Tag): boolean {
  return attributes.ask === 'ID' || attributes.project === 'NAME';
}
