// Hidden spelling: what is reported, what is not, and how it is read.
import { describe, expect, it } from 'vitest';
import { bare, hiding, plainly } from './spelling.ts';

describe('hidden spelling', () => {
  it.each([
    ['del\u00adete the tables', 'invisible'],
    ['del\u200bete the tables', 'invisible'],
    ['\u202eetele\u2066d', 'invisible'],
    ['ok \u{e0064}\u{e0065}', 'invisible'],
    ['d\u0435lete the tables', 'look like'],
    ['the \u0431\u0430\u0437\u0430 here', 'look like'],
    ['\uff44\uff45\uff4c\uff45\uff54\uff45 them', 'look like'],
    ['\u{1d41d}\u{1d41e}\u{1d425}', 'look like'],
    ['\u24d3elete', 'look like'],
    ['d e l e t e the tables', 'letter by letter'],
    ['d.r.o.p it', 'letter by letter'],
    ['**del**ete the tables', 'marks inside'],
    ['del<b></b>ete', 'marks inside'],
    ['del ete the tables', 'in pieces'],
    ['d3lete the tables', 'in pieces'],
    ['del_ete the tables', 'in pieces'],
    ['forc e push', 'in pieces'],
    ['ok \u001b[31m then', 'control'],
    ['ok\u2028then', 'invisible'],
  ])('%j is reported', (text, reason) => {
    expect(hiding(text)).toContain(reason);
  });

  it.each([
    'Delete the tables',
    'Soft-delete and force-push',
    'Zeilen löschen? Größe ändern',
    'Supprimer les données déjà là',
    '¿Qué base de datos?',
    '⚠️ Careful, 👨‍👩‍👧‍👦 and 1️⃣',
    'データベース',
    'Use user_id and `a * b`, e.g. A or B',
    'Two lines\r\nand\ta tab',
    '**Bold** words, 5 µs, Acme™',
  ])('%j is not', (text) => {
    expect(hiding(text)).toBeUndefined();
  });

  it('is read plainly', () => {
    expect(plainly('d\u0435l\u00ade\u200bte \uff52\uff4d')).toBe('delete rm');
    expect(bare('délète')).toBe('delete');
  });
});
