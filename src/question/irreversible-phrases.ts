// Acts that are phrases and not one verb: "get rid of", "start over", "turn off the backups".

import type { Clause } from './irreversible-clause.ts';

type Phrase = readonly [why: string, words: RegExp];

/** Where the phrase begins in the clause (a word's index), what it is, and why. */
export type PhraseFound = { readonly at: number; readonly word: string; readonly why: string };

export function phrasesIn(clause: Clause): readonly PhraseFound[] {
  const text = clause.join(' ');
  return PHRASES.flatMap(([why, words]) => {
    const found = words.exec(text);
    if (found === null) return [];
    return [{ at: text.slice(0, found.index).split(' ').length - 1, word: found[0].slice(0, 40), why }];
  });
}

const SOME = String.raw`(?: [\w'./-]+){0,4}`;
const phrase = (why: string, source: string): Phrase => [why, new RegExp(String.raw`(?<![\w-])(?:${source})(?![\w-])`)];

const PHRASES: readonly Phrase[] = [
  phrase(
    'what is thrown away is gone',
    String.raw`(?:get|gets|getting|got) rid of(?! (?:the |all |any |our )?(?:unused |dead |old )?(?:code|imports?|warnings?|duplication|dependency|dependencies|comments?|types?|lint\b))|(?:throw|throws|throwing|toss|chuck|do|doing)${SOME} away(?: with)?(?! from)|(?:clean|clear|cleaning|clearing)${SOME} (?:up|out)${SOME} (?:files?|folders?|director(?:y|ies)|data|branches|branch|volumes?|backups?|accounts?|users?|records?|rows?|tables?|database|db|disk)|(?:empty|empties|emptying) (?:the |my |your |our )?(?:trash|bin|folder|directory|mailbox|inbox|disk|s3)`,
  ),
  phrase(
    'what was there is gone',
    String.raw`start(?:s|ing)? over|start(?:s|ing)?${SOME} (?:from scratch|afresh|anew|from zero)|(?:zero|zeroes|zeroing|blank|null)(?: out)? (?:the|all|every|our)|(?:reset|resets|resetting)${SOME} (?:branch|origin\/[\w/-]+|counters?|main|master|head|upstream|production|prod)|burn${SOME} down|scrap (?:it|them|all|everything|the)`,
  ),
  phrase(
    'what is torn down does not come back',
    String.raw`(?:tear|tears|tearing|take|taking|bring|bringing)(?: [\w'./-]+){0,4} down|(?:tear|tears|tearing) down(?: [\w'./-]+){0,3}`,
  ),
  phrase(
    'a safety is taken away',
    `(?:turn|turns|turning|switch|switching)(?: off${SOME}|${SOME} off) ?(?:the |our |all )?(?:backups?|firewall|monitoring|alerts?|alerting|logging|logs|replication|encryption|auth|authentication|protection|production|prod|servers?|database|site|service|2fa|mfa)|(?:turn|turns|turning|switch|switching) (?:the |our |all )?(?:backups?|firewall|monitoring|alerts?|logging|replication|encryption|auth|authentication|protection|servers?|database|site|service|2fa|mfa) off|disabl(?:e|es|ing) (?:the |our |all )?(?:backups?|firewall|monitoring|alerts?|alerting|replication|encryption|auth|authentication|branch protection|protection|2fa|mfa|security)`,
  ),
  phrase(
    'it opens a door',
    String.raw`--dangerously[\w-]*|--yolo|--no-verify|(?:skip|skips|bypass|bypasses)[ -]permissions?|[\w.~/-]*authorized_keys|crontab|sudoers|[\w.~/-]*\.?(?:bash|zsh)rc`,
  ),
  phrase(
    'others get access to it',
    `(?:grant|grants|granting|give|gives|giving)${SOME} (?:admin|root|owner|ownership|write access|access|permissions?|rights|sudo)|open[- ]sourc(?:e|es|ing) (?:it|this|that|the|now|our|everything)|open[- ]source it|(?:upload|uploads|uploading|share|shares|sharing|paste|post|leak|forward)${SOME} (?:to|with|on) (?:the |a |our )?(?:pastebin|gist|public|customers?|clients?|partners?|vendor|internet|web|world|press|everyone|everybody)`,
  ),
  phrase(
    'it goes live',
    String.raw`ship(?:s|ping)? (?:it|this|that|them|v?\d[\w.]*|now|the (?:release|build|app|site|update|version))|(?:flip|flips|flipping|switch|switching|move|cut|cutting|point)${SOME} (?:dns|traffic|switch|over)(?: over)?|(?:execute|run|do|start|perform|begin) (?:the |a )?(?:cut[- ]?over|rollout|launch|switch-?over|failover)|(?:bump|update|upgrade|roll|switch|restart|patch|scale)${SOME} (?:prod|production)|(?:tag|tags|tagging) and (?:push|release|publish)|push(?:es|ing)? (?:the )?(?:tag |release )?v?\d+\.\d+[\w.]*|let (?:it|her) rip|pull the trigger|fire away|go live|hit (?:send|publish|deploy)`,
  ),
  phrase(
    'it changes the running system',
    `(?:run|runs|running|apply|applies|applying|execute|perform|start) (?:the |all |all the |pending |these |our |those )*(?:db |database |schema |data |sql )?migrations?(?! (?:guide|tests?|generator|file|files))|(?:apply|applies|applying|run|destroy) (?:the )?(?:terraform|tofu|pulumi|ansible|cloudformation|helm|manifests?|infrastructure)|(?:apply|applies|applying) (?:the |this |it |all )*(?:to|on|against) (?:the )?(?:cluster|database|db|server|servers)`,
  ),
  phrase(
    'money moves',
    String.raw`(?:wire|wires|wiring|send|transfer|pay)${SOME} [$€£]? ?\d[\d.,]*|[$€£] ?\d[\d.,k]* (?:to|for|per)|(?:order|orders|ordering) (?:the |a |some |new |more |\d+ )*(?:hardware|servers?|parts|licen[cs]es?|seats|laptops?|domain|domains)|(?:approve|sign|settle|submit|accept) (?:the |this |all |an? )*(?:invoices?|payments?|purchase|expenses?|payroll|payout|quote|order)`,
  ),
  phrase(
    'others are told, or lose it, at once',
    String.raw`unsubscrib(?:e|es|ing)(?: [\w'./-]+){1,4}|(?:log|sign|kick|lock)(?:s|ing)? (?:everyone|everybody|all|users|them) out`,
  ),
];
