// A terminal screen as an SVG picture: tmux capture-pane -e -p | node scripts/picture.mjs docs/picture.svg "title"
import { readFileSync, writeFileSync } from 'node:fs';

const [, , target, title = 'answerback'] = process.argv;
const lines = readFileSync(0, 'utf8').replace(/\n+$/, '').split('\n');
const CELL = { width: 8.4, height: 18 };
const EDGE = { side: 16, top: 44, bottom: 16 };
const BASIC = ['#3b4252', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d8dee9'];
const BRIGHT = ['#6b7385', '#ef7d86', '#a9d48a', '#f0d08c', '#72c0ff', '#d789ee', '#67c7d3', '#ffffff'];
const TEXT = '#d8dee9';

const escapeXml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function colour256(n) {
  if (n < 8) return BASIC[n];
  if (n < 16) return BRIGHT[n - 8];
  if (n >= 232)
    return `rgb(${Array(3)
      .fill(8 + (n - 232) * 10)
      .join()})`;
  const level = (k) => (k === 0 ? 0 : 55 + k * 40);
  const cube = n - 16;
  return `rgb(${level(Math.floor(cube / 36))},${level(Math.floor(cube / 6) % 6)},${level(cube % 6)})`;
}

function applyCodes(style, codes) {
  const next = { ...style };
  for (let i = 0; i < codes.length; i += 1) {
    const code = codes[i];
    if (code === 0) Object.assign(next, { fill: TEXT, back: undefined, bold: false, dim: false });
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) Object.assign(next, { bold: false, dim: false });
    else if (code >= 30 && code <= 37) next.fill = BASIC[code - 30];
    else if (code >= 90 && code <= 97) next.fill = BRIGHT[code - 90];
    else if (code === 39) next.fill = TEXT;
    else if (code === 49) next.back = undefined;
    else if ((code === 38 || code === 48) && codes[i + 1] === 5) {
      next[code === 38 ? 'fill' : 'back'] = colour256(codes[i + 2]);
      i += 2;
    } else if ((code === 38 || code === 48) && codes[i + 1] === 2) {
      next[code === 38 ? 'fill' : 'back'] = `rgb(${codes.slice(i + 2, i + 5).join()})`;
      i += 4;
    }
  }
  return next;
}

/** Wide characters take two cells. */
const cells = (text) => [...text].reduce((sum, c) => sum + (/\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\uffdc]/u.test(c) ? 2 : 1), 0);

let style = applyCodes({}, [0]);
let widest = 0;
const drawn = lines.map((line, row) => {
  let column = 0;
  const y = EDGE.top + (row + 1) * CELL.height - 5;
  const parts = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this code parses escape sequences
  for (const piece of line.split(/(\u001b\[[0-9;]*m)/)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
    const codes = /^\u001b\[([0-9;]*)m$/.exec(piece)?.[1];
    if (codes !== undefined) {
      style = applyCodes(style, (codes || '0').split(';').map(Number));
      continue;
    }
    if (piece === '') continue;
    const x = EDGE.side + column * CELL.width;
    const width = cells(piece);
    if (style.back) parts.push(`<rect x="${x}" y="${y - 13}" width="${width * CELL.width}" height="${CELL.height}" fill="${style.back}"/>`);
    const look = `${style.bold ? ' font-weight="bold"' : ''}${style.dim ? ' opacity="0.6"' : ''}`;
    if (piece.trim() !== '')
      parts.push(
        `<text x="${x}" y="${y}" fill="${style.fill}"${look} textLength="${(width * CELL.width).toFixed(1)}" xml:space="preserve">${escapeXml(piece)}</text>`,
      );
    column += width;
  }
  widest = Math.max(widest, column);
  return parts.join('');
});

const width = Math.ceil(EDGE.side * 2 + Math.max(widest, 60) * CELL.width);
const height = EDGE.top + lines.length * CELL.height + EDGE.bottom;
const dots = ['#e06c75', '#e5c07b', '#98c379']
  .map((fill, i) => `<circle cx="${EDGE.side + 6 + i * 18}" cy="20" r="6" fill="${fill}"/>`)
  .join('');
writeFileSync(
  target,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
<rect width="100%" height="100%" rx="10" fill="#1e222a"/>${dots}<text x="${width / 2}" y="25" fill="#8b93a5" text-anchor="middle">${escapeXml(title)}</text>
${drawn.filter(Boolean).join('\n')}
</svg>
`,
);
