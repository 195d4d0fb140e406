// What an ask is about besides its questions: a command, a change of a file, a plan, a file, or the last message of an idle agent.
import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { shownInput } from '../../ask/permission.ts';
import type { AskView } from '../../ask/schema/history.ts';
import { manyLines } from '../../dialog/foreign-text.ts';
import { Code } from '../text/code.tsx';
import { Line } from '../text/foreign.tsx';
import { Markdown } from '../text/markdown.tsx';
import { changesIn, type FileChange } from './changes.ts';

export function Detail({ view: { detail } }: { readonly view: AskView }): JSX.Element | null {
  switch (detail?.kind) {
    case 'permission':
      return <Permission tool={detail.tool} input={detail.input} />;
    case 'plan':
      return (
        <section class="document" aria-label="The plan">
          {detail.file === undefined ? null : (
            <p class="file-name">
              <Line text={detail.file} />
            </p>
          )}
          <Markdown text={detail.plan} />
        </section>
      );
    case 'file':
      return (
        <section class="document" aria-label="A file">
          <p class="file-name">
            <Line text={detail.name} />
          </p>
          {/\.(md|markdown)$/i.test(detail.name) ? (
            <Markdown text={detail.text} />
          ) : (
            <Code text={detail.text} language={/\.(\w+)$/.exec(detail.name)?.[1]} />
          )}
        </section>
      );
    case 'idle':
      return detail.lastMessage === undefined ? null : (
        <section class="document" aria-label="The agent's last message">
          <Markdown text={detail.lastMessage} />
        </section>
      );
    default:
      return null;
  }
}

function Permission({ tool, input }: { readonly tool: string; readonly input: unknown }): JSX.Element {
  const change = changesIn(input);
  const { text, remark } = shownInput(input);
  return (
    <section class="call" aria-label="What the agent wants to do">
      <p class="call-tool">
        <Line text={tool} class="strong" />
        {change ? <Line text={change.file} class="file-name" /> : remark === undefined ? null : <Line text={remark} class="dim" />}
      </p>
      {change ? <Changes change={change} /> : <Code text={text} language={text.startsWith('{') ? 'json' : 'bash'} />}
    </section>
  );
}

/** The differences are computed by a library that is loaded for them; until then, the new text. */
function Changes({ change }: { readonly change: FileChange }): JSX.Element {
  const [Diff, setDiff] = useState<ComponentType<{ readonly change: FileChange }>>();
  useEffect(() => {
    void import('../text/diff.tsx').then(
      ({ Diff: loaded }) => setDiff(() => loaded),
      () => {},
    );
  }, []);
  if (Diff) return <Diff change={change} />;
  return <pre class="code">{manyLines(change.edits.map(({ after }) => after).join('\n'))}</pre>;
}
