// Questions as coding agents ask them, labelled by hand before any classifier saw them: the category, and the options that cannot be undone.
import type { Category } from '../category.ts';
import type { Ask } from '../words.ts';

/** `irreversible`: numbers, from 1, of the options that cannot be undone. Permissions and plans have no category. */
export type Example = {
  readonly ask: Pick<Ask, 'kind' | 'questions' | 'detail'>;
  readonly category?: Category;
  readonly irreversible: readonly number[];
};

type Written = readonly [label: string, description?: string];

function asked(
  category: Category,
  irreversible: readonly number[],
  header: string,
  text: string,
  options: readonly Written[],
  multiSelect = false,
): Example {
  const question = {
    text,
    header,
    multiSelect,
    options: options.map(([label, description]) => (description === undefined ? { label } : { label, description })),
  };
  return { ask: { kind: 'question', questions: [question] }, category, irreversible };
}

export const QUESTIONS: readonly Example[] = [
  // ── confirmation ─────────────────────────────────────────────────────────────────────────────────────────────────
  asked('confirmation', [], 'Next step', 'The parser is finished and its 41 tests are green. Shall I move on to the printer?', [
    ['Yes, move on', 'Start with the printer'],
    ['Not yet', 'I want to look at the parser first'],
  ]),
  asked('confirmation', [1], 'Release', 'Everything is ready: version 3.2.0, changelog written, tag prepared. Publish to npm now?', [
    ['Publish now', 'npm publish and push the tag'],
    ['Wait', 'Leave everything as it is'],
  ]),
  asked('confirmation', [], 'Summary', 'Here is how I understood the bug: the timer is cleared twice. Did I get that right?', [
    ['Yes, exactly', 'Continue with the fix'],
    ['No, let me explain', 'I will describe it again'],
  ]),
  asked(
    'confirmation',
    [1],
    'Cleanup',
    'I found 212 customer accounts without a login since 2019. May I remove them from the live system?',
    [
      ['Go ahead', 'The accounts and their orders are erased'],
      ['No, keep them', 'Nothing happens'],
    ],
  ),
  asked('confirmation', [], 'Snapshots', 'Six snapshot files changed because of the new button text. Update the snapshots?', [
    ['Update them', 'Accept the new text'],
    ['Leave them', 'Keep the tests red for now'],
  ]),
  asked('confirmation', [1], 'History', 'The secret is still in three old commits. Rewrite the history of main and force-push it?', [
    ['Yes, rewrite', 'Everyone has to clone again'],
    ['No', 'Only rotate the key'],
  ]),
  asked('confirmation', [], 'Weiter?', 'Die Umbenennung ist in allen Dateien erledigt. Soll ich mit den Tests weitermachen?', [
    ['Ja, weitermachen', 'Danach kommt der Bericht'],
    ['Nein, warten', 'Ich möchte erst schauen'],
  ]),
  asked('confirmation', [1], 'E-mails', 'The newsletter has been rendered for 4,300 subscribers. Send it out?', [
    ['Send', 'It goes to everybody on the list'],
    ['Only to me', 'A test mail to your own address'],
    ['Cancel', 'Nothing is sent'],
  ]),

  // ── style ────────────────────────────────────────────────────────────────────────────────────────────────────────
  asked('style', [], 'Quotes', 'The files I touch mix single and double quotes. Which should I settle on?', [
    ['Single', 'Most of the older files'],
    ['Double', 'What the formatter would write'],
  ]),
  asked('style', [], 'Error text', 'How should the message sound when a login fails?', [
    ['Matter-of-fact', 'Wrong e-mail or password.'],
    ['Warm', 'Hmm, that did not work. Try again?'],
    ['Formal', 'The credentials supplied are invalid.'],
  ]),
  asked('style', [], 'Naming', 'What do we call the class that turns rows into invoices?', [
    ['InvoiceBuilder', 'Like OrderBuilder next to it'],
    ['InvoiceMapper', 'Says that it maps'],
    ['RowsToInvoices', 'Says what goes in and what comes out'],
  ]),
  asked('style', [], 'Headings', 'Should headings in the handbook use sentence case or title case?', [
    ['Sentence case', 'How we deploy'],
    ['Title case', 'How We Deploy'],
  ]),
  asked('style', [], 'Button', 'Which shade should the primary button have on the dark page?', [
    ['Amber', 'Stands out the most'],
    ['Slate', 'Calm, close to the background'],
    ['Mint', 'The colour of the logo'],
  ]),
  asked('style', [], 'Commits', 'In which form should I write the commit messages in this repository?', [
    ['Conventional', 'feat(parser): read tabs'],
    ['Plain sentences', 'The parser reads tabs'],
  ]),
  asked('style', [], 'Kommentare', 'In welcher Sprache sollen die Kommentare im Code stehen?', [
    ['Deutsch', 'Wie in den alten Modulen'],
    ['Englisch', 'Wie in den neuen Modulen'],
  ]),

  // ── scope ────────────────────────────────────────────────────────────────────────────────────────────────────────
  asked(
    'scope',
    [],
    'Reports',
    'Which of the reports should the first release contain?',
    [
      ['Revenue by month', 'The one everybody asks for'],
      ['Churn', 'Needs data we collect since May'],
      ['Cohorts', 'The most work'],
    ],
    true,
  ),
  asked('scope', [], 'Tests', 'How far should I go with tests for the importer?', [
    ['Only the main path', 'Half an hour'],
    ['Main path and bad input', 'Two hours'],
    ['Everything including fuzzing', 'A day'],
  ]),
  asked('scope', [], 'Legacy', 'There are eleven more callers of the old logger. What do I do about them in this change?', [
    ['Leave them', 'Another change later'],
    ['Convert the three in billing', 'They are touched anyway'],
    ['Convert all eleven', 'A larger diff'],
  ]),
  asked('scope', [], 'Languages', 'Which languages does the settings page have to support at launch?', [
    ['English', 'Nothing to translate'],
    ['English and French', 'Texts exist'],
    ['All nine', 'Needs the agency'],
  ]),
  asked(
    'scope',
    [],
    'Phase 1',
    'What belongs into the first milestone?',
    [
      ['Sign-up', 'E-mail and password'],
      ['Teams', 'Invitations and roles'],
      ['Billing', 'Cards only'],
      ['Audit log', 'Who did what'],
    ],
    true,
  ),
  asked('scope', [], 'Docs', 'I can document just the new endpoint or bring the whole API page up to date. What would you like?', [
    ['Just the endpoint', 'Ten lines'],
    ['The whole page', 'About an hour'],
  ]),
  asked('scope', [], 'Portée', 'Quelles parties du module faut-il migrer dans cette étape ?', [
    ['Le client HTTP', 'Deux fichiers'],
    ['Le cache', 'Cinq fichiers'],
    ['Les deux', 'Tout le module'],
  ]),

  // ── architecture ─────────────────────────────────────────────────────────────────────────────────────────────────
  asked('architecture', [], 'Live updates', 'How do changes reach the open dashboards?', [
    ['Server-sent events', 'One direction, simple'],
    ['WebSocket', 'Both directions'],
    ['Ask every ten seconds', 'Nothing new to run'],
  ]),
  asked('architecture', [], 'Locking', 'Two workers can grab the same job. How do we prevent that?', [
    ['Row lock', 'select … for update skip locked'],
    ['Redis lease', 'A key that expires'],
    ['One worker only', 'No concurrency at all'],
  ]),
  asked('architecture', [], 'Uploads', 'Where should user uploads live?', [
    ['S3 bucket', 'Signed links'],
    ['Local disk', 'Simple until there are two machines'],
    ['In the database', 'One backup for everything'],
  ]),
  asked('architecture', [], 'Login', 'Which way of signing in do we build for the admin area?', [
    ['Passkeys', 'No passwords at all'],
    ['Company SSO', 'SAML through Okta'],
    ['Password and TOTP', 'What the main site has'],
  ]),
  asked('architecture', [], 'Money', 'How do we store amounts?', [
    ['Integer cents', 'Exact and fast'],
    ['Decimal column', 'Exact, slower'],
    ['Float', 'Fast, inexact'],
  ]),
  asked('architecture', [1], 'Column', 'The column is called usr_nm everywhere. The new name is username. How do we get there?', [
    ['Drop it and recreate', 'The names entered so far are lost'],
    ['Rename in place', 'One statement, reversible'],
    ['Add, copy, switch', 'Two deployments, no downtime'],
  ]),
  asked('architecture', [], '状態管理', 'フロントエンドの状態管理には何を使いますか？', [
    ['Redux', '既存のコードと同じ'],
    ['Zustand', '軽い'],
  ]),
  asked('architecture', [], 'Errors', 'Should the client library throw or return a result object when the server says no?', [
    ['Throw', 'Like fetch wrappers people know'],
    ['Return a result', 'The compiler reminds everybody'],
  ]),

  // ── open floor ───────────────────────────────────────────────────────────────────────────────────────────────────
  asked('open floor', [], 'Anything', 'Before I start: is there anything else I should know about this project?', [
    ['No, start', 'Nothing to add'],
    ['Yes', 'I will type it'],
  ]),
  asked('open floor', [], 'Goal', 'What would you like to work on today?', [
    ['Something new', 'Describe it'],
    ['Other', 'Type your own'],
  ]),
  asked('open floor', [], 'Address', 'What is the host name of the staging server?', []),
  asked('open floor', [], 'Feedback', 'The draft is in docs/proposal.md. What are your thoughts?', []),
  asked('open floor', [], 'Constraints', 'Are there any constraints I have not asked about?', [
    ["That's all", 'Nothing more'],
    ['Let me add some', 'I will write them down'],
  ]),
  asked('open floor', [], 'Nombre', '¿Cómo debería llamarse el paquete? Escribe el nombre.', []),

  // ── delegation ───────────────────────────────────────────────────────────────────────────────────────────────────
  asked(
    'delegation',
    [],
    'Who decides',
    'There are a dozen small choices left in the layout. Do you want to go through them, or shall I make them myself?',
    [
      ['You make them', 'I show you the result'],
      ['Go through them', 'One after the other'],
    ],
  ),
  asked('delegation', [], 'Order', 'The four fixes do not depend on each other. May I choose the order?', [
    ['Yes, your call', 'Any order'],
    ['No, I will say', 'I give you the order'],
  ]),
  asked('delegation', [], 'Details', 'Should I pick the icon set on my own?', [
    ['Up to you', 'Whatever fits'],
    ['Show me three', 'I want to see them first'],
  ]),
  asked('delegation', [], 'Defaults', 'Do you trust me to fill in the remaining config values?', [
    ['I trust your judgement', 'Use sensible values'],
    ['Ask me for each', 'I want to see them all'],
  ]),
  asked('delegation', [], 'Freedom', 'Who chooses the names of the test files?', [
    ['You', 'Follow the folder names'],
    ['I do', 'I will send a list'],
  ]),
  asked('delegation', [], 'Entscheidung', 'Die beiden Bibliotheken können dasselbe. Soll ich einfach eine aussuchen?', [
    ['Ja, entscheide du', 'Nimm, was dir besser gefällt'],
    ['Nein, ich schaue selbst', 'Ich melde mich'],
  ]),
];
