// Whether a text plainly refuses and says nothing else. "Stop asking and do it" and "Leave nothing behind" are no refusals.

/** Only short, plain ones, in the languages the guard reads; in doubt no. */
export function isRefusal(text: string): boolean {
  if (text.length > MOST_REFUSAL) return false;
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\((?:esc|recommended|default|safe|n)\)\s*$/, '')
    .replace(/^[\s\d.)*_#"'`❌🚫🛑✋⛔-]+/u, '')
    .replace(/[\s.!*_"'`…❌🚫🛑✋⛔]+$/u, '')
    .replaceAll(/\s+/g, ' ');
  if (EXACT.has(plain) || PATTERNS.some((pattern) => pattern.test(plain))) return true;
  const [, rest] = /^(?:no|nope|nein|non),? (?:and |but )?(.*)$/.exec(plain) ?? [];
  return rest !== undefined && (EXACT.has(rest) || PATTERNS.some((pattern) => pattern.test(rest)));
}
const MOST_REFUSAL = 100;

const EXACT: ReadonlySet<string> = new Set(
  [
    "no|nope|nah|no thanks|no thank you|n|false|never|never mind|nevermind|don't|dont|do not|don't do it|do not do it|don't do that|do nothing|nothing|none|neither",
    'none of them|none of these|none of those|none of the above|no action|no change|no changes|no deletion|no deploy|no release|nothing for now',
    'cancel|cancel it|cancel this|abort|abort it|stop|stop here|stop now|stop it|skip|skip it|skip this|skip them|skip for now|quit|exit|back|go back|disagree',
    'not now|not yet|not today|not really|not quite|later|maybe later|ask later|ask me later|ask me first|do it later|wait|wait for me|wait for now|hold|hold off|hold on|hold it|postpone|postpone it',
    'deny|decline|reject|refuse|disallow|block|block it|request changes|needs changes|needs work|discuss|discuss first|discuss it first',
    "leave|leave it|leave them|leave it alone|leave them alone|leave it as is|leave as is|leave it as it is|leave them as they are|leave it there|leave it for now|leave them for now|leave it for me|i'll do it|i'll do it myself|i will do it myself|i'll decide",
    'keep|keep it|keep them|keep both|keep all|keep as is|keep it as is|keep everything|keep all of them|keep it for now|keep them for now|keep planning|keep (no deletion)',
    'archive|archive it|archive them|archive instead|archive only|dry run|dry-run|dry run only|dry run first|do a dry run',
    'tell claude what to do differently|tell the agent what to do differently|tell codex what to do differently|let me check|let me think|let me review|let me look|let me see|let me decide|let me check first|let me review first|let me review it|let me review it first',
    'nein|nicht|noch nicht|jetzt nicht|später|abbrechen|behalten|nichts tun|nein danke|non|non merci|annuler|pas maintenant|pas encore|plus tard|garder|ne rien faire|cancelar|ahora no|todavía no|más tarde|conservar|no hacer nada',
  ].flatMap((line) => line.split('|')),
);

/** "Keep the old table", "Don't delete anything", "Nicht löschen": one clause, and no word in it that begins another act. */
const PATTERNS: readonly RegExp[] = [
  /^keep (?:the|my|our|your|all|all the|both|these|those|this|that)(?: (?!(?:and|then|or|but|only|just|nothing|no|not|none|out|off|on|from|down|going|up|last|latest|newest|first|one|deleting|removing|dropping|publishing|deploying|sending|asking)\b)[\w'-]+){1,4}$/,
  /^(?:please )?(?:don't|do not|never)(?: (?!(?:wait|stop|ask|hesitate|worry|bother|keep|forget|delay|hold|need|let|leave|spare|skip|avoid|prevent|mind|care|preserve|save|retain|cancel|abort|refuse|block|back|restore|and|then|but|just|unless|until|only|except|or)\b)[\w'-]+){1,6}$/,
  /^nicht (?:löschen|überschreiben|veröffentlichen|bezahlen|senden|ausführen)$/,
  /^ne pas (?:supprimer|effacer|écraser|publier|déployer|payer|envoyer|exécuter)$/,
  /^no (?:borrar|eliminar|sobrescribir|publicar|pagar|desplegar|enviar|ejecutar)$/,
];
