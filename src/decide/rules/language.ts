// Which language a text is in, as far as the guard must know: what nobody here can read is never called harmless.

/** `short`: too few words to tell, and nothing foreign about them. */
export type Language = 'english' | 'german' | 'french' | 'spanish' | 'short' | 'unknown';

/** By the small words that every sentence needs. In doubt `unknown`. */
export function languageOf(text: string): Language {
  const letters = text.slice(0, MOST_READ).match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (foreign * 5 > letters.length) return 'unknown';
  const words = wordsIn(text);
  const counts = LANGUAGES.map(([language, small]) => [language, words.filter((word) => small.has(word)).length] as const);
  const [best, next] = [...counts].sort((a, b) => b[1] - a[1]);
  const plain = !/[^\p{ASCII}]/u.test(words.join(''));
  if (best === undefined || best[1] === 0) return plain && words.length <= SHORT ? 'short' : 'unknown';
  const enough = best[0] === 'english' && !plain ? MIXED : 1 / 12;
  return best[1] > (next?.[1] ?? 0) && best[1] >= words.length * enough ? best[0] : 'unknown';
}
/** For own words, which may be orders: a name or two, or enough small words of a language that is read here. */
export function isReadable(text: string): boolean {
  const language = languageOf(text);
  if (language === 'short' || language === 'unknown') return language === 'short';
  const words = wordsIn(text);
  const small = LANGUAGES.find(([name]) => name === language)?.[1];
  const known = words.filter((word) => small?.has(word)).length;
  // Neighbours share the small words of Spanish, French and German: Dutch has "de" and "en" too.
  return words.length <= SHORT || known * (language === 'english' ? 5 : 3) >= words.length;
}
/** English has no accents: with some, "do" and "to" alone could as well be Polish. */
const MIXED = 1 / 3;
const MOST_READ = 4000;
const SHORT = 3;

function wordsIn(text: string): readonly string[] {
  const lower = text.slice(0, MOST_READ).toLowerCase().replaceAll('’', "'");
  return lower.match(/\p{L}+(?:'\p{L}+)*/gu) ?? [];
}

const smallWords = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const LANGUAGES: readonly (readonly [Exclude<Language, 'short' | 'unknown'>, ReadonlySet<string>])[] = [
  [
    'english',
    smallWords(
      "the is are was be been this that these those it its you we they my your our should shall would could can may does did don't have has had want what which who where when why how and of for with from by at all any than then there if into as but please let's i'll we'll i'd add use using yes ok okay proceed continue allow approve run keep make ready ship start merge what's i'm it's across between more about out next first also same still here now new old each both before after over through without instead found because not says see only",
    ),
  ],
  [
    'german',
    smallWords(
      'der die das den dem ein eine einen einem ist sind war wird werden soll sollen darf kann können ich du wir sie ihr es mein dein und oder nicht kein keine mit für von zu zum zur auf aus bei nach über welche welcher welches was wie wo wann warum alle ja nein jetzt noch auch weiter bitte',
    ),
  ],
  [
    'french',
    smallWords(
      "le la les un une des du de est sont était sera je tu nous vous ils elle il mon ton son et ou ne pas avec pour par dans sur quel quelle quels quelles que qui où quand comment pourquoi tout tous oui non dois puis-je veux voulez faut-il l'on d'abord maintenant",
    ),
  ],
  [
    'spanish',
    smallWords(
      'el la los las un una unos de del es son era será yo tú nosotros ellos mi tu su y con para por en qué cuál cuáles quién dónde cuándo cómo todo todos sí debo debería puedo quieres quiere hay ahora también',
    ),
  ],
];
