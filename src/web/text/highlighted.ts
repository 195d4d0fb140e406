// Source code with its words coloured, as nodes of the page.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

for (const [name, language] of Object.entries({ bash, css, diff, go, javascript, json, python, rust, sql, typescript, xml, yaml }))
  hljs.registerLanguage(name, language);

/** Beyond this, colours take longer than they are worth. */
const MOST_CHARACTERS = 50_000;

type Piece = string | { readonly scope?: string; readonly children: readonly Piece[] };

/** Not from the library's HTML but from its tree, so that nothing has to be parsed as HTML. */
export function highlight(code: string, language: string | undefined): DocumentFragment {
  const fragment = document.createDocumentFragment();
  if (language === undefined || !hljs.getLanguage(language) || code.length > MOST_CHARACTERS) {
    fragment.append(code);
    return fragment;
  }
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  const { rootNode } = (result as unknown as { _emitter: { rootNode: { children: readonly Piece[] } } })._emitter;
  fragment.append(...rootNode.children.map(nodeOf));
  return fragment;
}

function nodeOf(piece: Piece): Node | string {
  if (typeof piece === 'string') return piece;
  const span = document.createElement('span');
  span.className = `hl-${(piece.scope ?? '').split('.')[0]}`;
  span.append(...piece.children.map(nodeOf));
  return span;
}
