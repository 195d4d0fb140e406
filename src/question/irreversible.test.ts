// Which options look irreversible: tables of labels, descriptions and questions, with their negations and lookalikes, and whole asks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { irreversible, irreversibleAsk, irreversibleCommand } from './irreversible.ts';
import type { Ask, Option, Question } from './words.ts';

const LABELS_YES: readonly string[] = [
  'Run `./deploy.sh` from here',
  'git branch -D wip',
  'Squash-merge the PR',
  'Wipe the disk — quickly',
  '**Delete** the rows',
  'Delete code and data',
  'Deploy and test',
  'Deploy without dry run',
  'Cancel or delete the order',
  'Stop it or delete it',
  'Send the invoices to customers via the queue',
  'Deploy to staging and production',
  'Delete events older than a year',
  'Drop policy',
  'Restart production',
  'Restart the server in production',
  'Overwrite if the file exists',
  'Rebase onto origin/main',
  'Reset database',
  'Reset the dev database',
  'Apply to production',
  'Test against production',
  'Roll out to all users',
  'Launch the campaign to customers',
  'Transfer the domain',
  'Transfer funds',
  'Place the order',
  'Confirm payment',
  'Make the payment',
  'Upgrade to the paid plan',
  'Subscribe to the Pro plan',
  'Close and delete account',
  'Ban the user',
  'Deactivate accounts',
  'Invalidate all sessions',
  'Rotate secrets',
  'Regenerate the signing key',
  'Shut down the server',
  'Stop the production server',
  'Kill the production cluster',
  'Unpublish the package',
  'Yank and republish',
  'Notify all customers',
  'Announce on Slack',
  'Tweet about it',
  'Send invites to the team',
  'Hard-delete rows',
  'Permanently remove',
  'Nuke it',
  'Nuke node_modules and the database',
  'Flush Redis data',
  'Empty the bucket',
  'Prune old backups',
  'Truncate the orders table',
  'Overwrite',
  'Replace the production database',
  'Merge into master',
  'Merge and deploy',
  'Squash and merge the PR',
  'Push to main',
  'Push tags',
  'Push to production',
  'Push directly to main',
  'Ship it now to users',
  'Publish',
  'Publish anyway',
  'Release',
  'Release to everyone',
  'Delete',
  'Yes, delete it',
  'Yes, wipe',
  'Delete forever',
  'Delete nothing but the logs',
  'Migrate customer data',
  'Run migrations against prod',
  'Format drive',
  'Wire the money',
  'Book the flight',
  'Accept the terms',
  'Revoke access',
  'Terminate the contract',
  'Remove all users',
  'Remove the bucket',
  'Clear the database',
  'Erase everything',
  'Delete all rows',
  'Deletes the table',
  'Deleting old accounts',
  'Old rows will be deleted',
  'Drop the users table',
  'Dropping the column',
  'Remove permanently',
  "Remove the customer's data",
  'Wipe the disk',
  'Purge the queue',
  'Destroy the stack',
  'Overwrite existing files',
  'Force-push',
  'Force push to the branch',
  'Rewrite history',
  'Rewrite the git history',
  'Publish to npm',
  'Release v2.0',
  'Release now',
  'Deploy to production',
  'Deploy',
  'Migrate the production database',
  'Run the migration on production',
  'Pay the invoice',
  'Purchase the domain',
  'Charge the card',
  'Charge $49',
  'Send the email to customers',
  'Send a newsletter',
  'Email all customers',
  'Merge to main',
  'Merge the PR',
  'Merge',
  'Revoke the key',
  'Rotate API keys',
  'Reset hard',
  'Hard reset',
  'git reset --hard',
  'Run `git push --force`',
  'Run npm publish',
  'Format the disk',
  'Terminate instances',
  'Tear down the cluster',
  'Go live',
  'Ship it to production',
  'Make the repo public',
  'Discard my changes',
  'Archive first, then delete',
  'Back up and drop the database',
  'Delete the temp branch locally',
  'Destructive migration',
  'Borrar todo',
  'Supprimer les fichiers',
  'Delete/overwrite all',
  "Don't back up, just delete",
  "Don't hesitate to delete",
  'No backup, drop it',
  'Not only archive but delete the rows',
  'Stop asking and publish',
  'Empty the trash bucket',
  'Should users be deleted',
  'Run the deploy script',
  'Trigger a production deployment',
  'Approve the production deployment',
  "Delete function's production logs",
  'Delete the tests database',
  'DELETE FROM users',
  '`DROP TABLE users`',
  'Run `rm -rf data`',
  'Squash the commits',
  'Rebase onto main',
  'Post it on Twitter',
  'Submit to the App Store',
  'Sign the contract',
  'Cut the release',
  'Tag and release',
  'Drop it',
  'Truncate logs',
  // In doubt, yes.
  'Write a script that deletes old logs',
  'Purchase orders module',
  'Drops latency to 5ms',
  'Transfer ownership semantics',
];

const LABELS_NO: readonly string[] = [
  'Rename `delete` to `remove`',
  'Use `map.delete()`',
  'git branch -d wip',
  'Call `$onDelete` in the hook',
  'Not publish or deploy',
  'Neither delete nor publish',
  'Deploy to a test environment',
  'Deploy preview',
  'Test deploy to staging',
  'Revert the last commit',
  'Create a backup',
  'Back up the database',
  'Export data',
  'Read-only access to production',
  'Query the production database read-only',
  'Look at production logs',
  'View deleted items',
  'Undo the delete',
  'Document how to deploy',
  'Add a deploy step to CI',
  'Explain how to rotate keys',
  'Only log, never delete',
  'Log instead of deleting',
  'Warn before overwriting',
  'Fail if the file exists',
  'Append to the file',
  'Merge sort',
  'Merge the styles',
  'Release candidate',
  'Add release workflow',
  'Draft a newsletter',
  'Draft the email',
  'Generate invoice PDF',
  'Set up payments',
  'Pay-as-you-go pricing',
  'Charge controller',
  'Order history page',
  'Launch screen',
  'Ship feature flags',
  'Push to a new branch',
  'Push to feature/login',
  'Squash migrations',
  'Rebase',
  'Format code',
  'Reset button',
  'Reset styles',
  'Kill switch',
  'Clear naming',
  'Empty state',
  'Drop cap',
  'Public API',
  'Make it configurable',
  'Post endpoint',
  'Share state between tabs',
  'Terminate TLS at the proxy',
  'Sign requests',
  'Accept cookies banner',
  'Sessions expire after a day',
  'Subscribe to events',
  'Upgrade React',
  'Spend more time on tests',
  'Book a table feature',
  'Invite link',
  'Contact form',
  'Email template',
  'Mail queue',
  'Message bus',
  'Notify on failure',
  'Announce with aria-live',
  'Light theme',
  'Sign in with Google',
  'Add a Buy button',
  'Refactor the payments module',
  'Clean and simple look',
  'Order by date',
  'Test in staging first',
  'Update the docs',
  'Run the linter',
  'Make the method public',
  'Release the event loop regularly',
  'Show a confirmation before deleting',
  'Hide instead of remove',
  'Rename the table column in the UI',
  'Delete the merged branch',
  "Don't delete",
  'Do not delete anything',
  'Keep (no deletion)',
  'Archive without deleting',
  'Never force-push',
  'Do not deploy yet',
  'Cancel',
  'Cancel the deployment',
  'Keep rows instead of deleting them',
  'Avoid overwriting files',
  'Nothing will be deleted',
  'No data is lost',
  'Skip publishing',
  'Ask before deleting',
  'Add a drop-down',
  'Drop shadow on cards',
  'Delete button colour',
  'Write release notes',
  'Pay attention to edge cases',
  'Format with prettier',
  'Publish/subscribe',
  'Remove unused imports',
  'Delete unused imports',
  'Drop support for Node 16',
  'Drop the lodash dependency',
  'Delete the dead code',
  'Soft delete',
  'Soft-delete with a deleted_at column',
  'Show deleted rows',
  'Restore deleted files',
  'Deploy to staging',
  'Users can delete their posts',
  'Merge main into the feature branch',
  'Merge the two helper functions',
  'Push notifications',
  'Release the lock',
  'Rename `deleteUser` to `removeUser`',
  'Move src/delete.ts',
  'DELETE /users/:id endpoint',
  'Payment form',
  'Payments via Stripe',
  'Send button on the left',
  'Send a message to the worker',
  'Kubernetes deployment',
  'Production build',
  'Production-ready defaults',
  'Clear the form',
  'Reset the form state',
  'Clear cache',
  'Replace Redux with Zustand',
  'Migrate to TypeScript',
  'Rotate the image',
  'Terminate the string with a newline',
  'Post-processing step',
  'Format dates as ISO',
  'I deleted nothing',
  'Charge of the module',
  'Drag-and-drop',
  'Dry run of the deployment',
  'Non-destructive migration',
  'Reversible migration',
  'Nicht löschen',
  'Delete the tests',
  'Use `git push` with a lease check later',
  "Don't run `rm -rf data`",
  'Create a release branch',
  'Draft the release notes',
  'Truncate long labels in the sidebar',
  'Purge unused CSS',
  'Wipe animation',
  'Kill the zombie process',
];

const DESCRIPTIONS_YES: readonly (readonly [label: string, description: string])[] = [
  ['Clean slate', 'Drops and recreates the database'],
  ['Start over', 'rm -rf the working copy and clone again'],
  ['Recreate', 'Existing data will be lost'],
  ['Enable', 'Customers will be charged from tomorrow'],
  ['Big bang', 'Switch all traffic to production at once'],
  ['Option A', 'Deletes everything in the bucket.'],
  ['Clean up', 'This cannot be undone.'],
  ['Option B', 'You will lose uncommitted changes'],
  // In doubt, yes: these are about the product, but nothing in the words says so.
  ['Strict mode', 'Drop implicit any'],
  ['Cascade', 'Deleting a user deletes their posts'],
];

const DESCRIPTIONS_NO: readonly (readonly [label: string, description: string])[] = [
  ['JWT tokens', 'Stateless tokens signed by the server; easy to scale, harder to revoke before expiry'],
  ['Server sessions', 'Session ids in a cookie, stored in Redis; sessions can be revoked at once'],
  ['PostgreSQL (Recommended)', 'Full SQL, JSON columns, runs well in production'],
  ['SQLite', 'Zero configuration, one file, no server to run'],
  ['Zustand', 'Small API, no boilerplate; state updates via hooks'],
  ['Full rewrite', 'Rewrite the module from scratch with the new design'],
  ['Incremental', 'Migrate one component at a time, keeping the old code until the end'],
  ['Add unit tests', 'Write tests for the parser and the router'],
  ['Yes', 'Continue with the current plan'],
  ['Use a transaction', 'Wrap both writes so nothing is half applied'],
  ['Debounce', 'Send the request only after the user stops typing'],
  ['WebSocket', 'The server pushes events to the client'],
  ['Poll', 'The client asks every 5 seconds'],
  ['Vercel', 'Zero-config deploys for Next.js'],
  ['Docker on a VPS', 'More control; you manage deploys yourself'],
  ['GitHub Actions', 'Run tests on every push'],
  ['Semantic versioning', 'Bump major on breaking changes'],
  ['Single release branch', 'All fixes go to one branch'],
  ['Keep both', 'Old and new API side by side'],
  ['Remove the old API', 'Delete the deprecated endpoints and their tests'],
  ['Optimistic updates', 'Apply the change in the UI at once and roll back on error'],
  ['Feature flag', 'Ship the code dark and enable it later'],
  ['Replace moment with date-fns', 'Removes a heavy dependency'],
  ['Restrict', 'Refuse to delete a user who has posts'],
  ['Retry three times', 'Then give up and report'],
  ['Upload to S3', 'Store files in a bucket'],
  ['Local disk', "Store files on the server's disk"],
  ['Event sourcing', 'Events are never deleted'],
  ['Split the file', 'Move helpers to their own module'],
  ['Extract a hook', 'Remove duplication between the two forms'],
  ['Inline', 'Remove the wrapper'],
  ['Checkout page first', 'Build the checkout before the cart'],
  ['Stripe', 'Handles payments, subscriptions and invoices'],
  ['Resend', 'Modern API for transactional email'],
  ['Use the existing table', 'Add a column to users'],
  ['New table', 'Create user_settings'],
  ['Message queue', 'RabbitMQ'],
  ['Update dependencies', 'Bump minor versions only'],
  ['Expire after 30 days', 'Cached entries expire'],
  ['Postgres', 'Easy to deploy and well known.'],
  ['SQLite', 'No need to deploy a server'],
  ['Keep going', 'Continue with the refactor'],
];

/** The option is judged in the light of its question; the last column is another option beside it. */
const QUESTIONS_YES: readonly (readonly [text: string, label: string, other: string])[] = [
  ['Run `terraform destroy` now?', 'Now', 'Later'],
  ['Should I delete or overwrite the old rows?', 'Both', 'Delete'],
  ['Delete the old backups?', "Don't keep", 'Keep'],
  ['Remove old users from production?', 'Remove', 'Leave'],
  ['About to run `terraform destroy`.', 'Continue', 'Stop'],
  ['The following will be permanently removed: 3 buckets. Proceed?', 'Yes', 'No'],
  ['This action cannot be undone. Continue?', 'Yes, I understand', 'No'],
  ['Send the release email to subscribers?', 'Approve', 'Reject'],
  ['Would you like me to squash-merge the PR?', 'Yes', 'No'],
  ['Would you like me to merge this into main?', 'Yes', 'No'],
  ['Claude wants to run: git push --force origin main', 'Allow once', 'Deny'],
  ['Which of these should be purged?', 'Everything', 'Nothing'],
  ['Delete logs older than?', '30 days', '90 days'],
  ['I will overwrite config.json with the new one. OK?', 'Yes', 'No'],
  ['This drops the column `email`. Continue?', 'Yes', 'No'],
  ['Can I run `terraform apply`?', 'Sure', 'No'],
  ['Can I run rm -rf ./data?', 'Yes', 'No'],
  ["Charge the customer's card now?", 'Approve', 'Decline'],
  ['Which backup should I delete?', 'Option 1', 'Option 2'],
  ['Which packages should I publish?', 'Both', 'core'],
  ['Place the order for 3 licences?', 'Submit', 'Back'],
  ['Allow the agent to delete branches?', 'Allow', 'Deny'],
  ['Delete all 300 rows in production?', 'Yes', 'No'],
  ['Ready to deploy to production?', 'Proceed', 'Cancel'],
  ['Tests pass. Publish to npm?', 'Go ahead', 'Not yet'],
  ['Which tables should I drop?', 'All of them', 'None'],
  ['Where should I deploy?', 'Production', 'Staging'],
  ['Delete the old backups?', 'Now', 'Never'],
  ['Delete the old backups?', 'Keep only the last 10', 'Delete all'],
  ['Cancel the deployment?', 'No', 'Yes'],
  ['Should I keep the existing data?', 'No', 'Yes'],
  ['Keep the data?', 'No, delete everything', 'Yes'],
  ['Force-push the rebased branch?', 'Yes', 'No'],
  ['The script wipes the test bucket. Continue?', 'OK', 'Stop'],
  ['Delete all users?', 'Skip the backup', 'Back up first'],
  ['Deploy to production?', "Don't wait", 'Wait'],
  ['Alle Zeilen löschen?', 'Ja', 'Nein'],
  ['What should be deleted?', 'Everything', 'Nothing'],
];

const QUESTIONS_NO: readonly (readonly [text: string, label: string, other: string])[] = [
  ['Should I also update the changelog?', 'Yes', 'No'],
  ['Should deleting ask for confirmation?', 'Yes', 'No'],
  ['Is `src/publish.ts` the entry point?', 'Confirm', 'No'],
  ['Should we support deletion?', 'Yes', 'No'],
  ['Is the deployment target Vercel?', 'Yes', 'No'],
  ['Publish now?', 'Later', 'Now'],
  ['Publish now?', 'Ask me later', 'Now'],
  ['Deploy to production now?', 'Not now', 'Deploy'],
  ['Merge the PR?', 'Hold off', 'Merge'],
  ['Remove old users from production?', 'Leave them', 'Remove'],
  ['Delete logs older than?', 'Never', '90 days'],
  ['Should I add a confirmation dialog before deletion?', 'Yes', 'No'],
  ['Should the API return 404 for deleted users?', 'Yes', 'No'],
  ['Do you want me to write tests for the delete endpoint?', 'Yes', 'No'],
  ['Should I create the migration file?', 'Yes', 'No'],
  ['Shall I fix the typo in the release notes?', 'Yes', 'No'],
  ['Should I commit the changes?', 'Yes', 'No'],
  ['Push the branch and open a PR?', 'Yes', 'No'],
  ['Should users be able to delete their account?', 'Yes', 'No'],
  ['How should the quota work?', 'Hard limit', 'Soft limit'],
  ['Does the plan look good?', 'Yes', 'No'],
  ['Should I remove the unused variable?', 'Yes', 'No'],
  ['Should I refactor the publish method?', 'Yes', 'No'],
  ['Delete all 300 rows in production?', 'No', 'Yes'],
  ['Ready to deploy to production?', 'Cancel', 'Proceed'],
  ['Tests pass. Publish to npm?', 'Not yet', 'Go ahead'],
  ['Which tables should I drop?', 'None', 'All of them'],
  ['Where should I deploy?', 'Staging', 'Production'],
  ['Should I delete or archive the old records?', 'Archive them', 'Delete them'],
  ['Delete the old backups?', 'Keep them', 'Delete'],
  ['Cancel the deployment?', 'Yes', 'No'],
  ['Should I keep the existing data?', 'Yes', 'No'],
  ['Should the delete button be red?', 'Yes', 'No'],
  ['I deleted the unused helper. Does that look right?', 'Yes', 'No'],
  ['Which library for sending emails?', 'nodemailer', 'resend'],
  ['How should we deploy?', 'Vercel', 'Fly'],
  ['When a user deletes their account, should we show a dialog?', 'Yes', 'No'],
  ['How should deleted users be handled?', 'Soft delete', 'Anonymise'],
  ['Shall I run the tests?', 'Yes', 'No'],
  ['Add a drop-down to the header?', 'Yes', 'No'],
  ['Alle Zeilen löschen?', 'Nein', 'Ja'],
  ['What should be deleted?', 'Nothing', 'Everything'],
];

/** Plain English for what cannot be undone: a yes to any of them, and every option but a plain refusal. */
const PROPOSED: readonly string[] = [
  'Ship v4?',
  'Ship it to production?',
  'Roll out to all customers?',
  'Go live now?',
  'Flip the DNS over?',
  'Shall I squash and rebase main onto origin?',
  'Shall I clean up the unused files?',
  'Should I reset the branch to origin/main?',
  'Shall I run the migration now?',
  'Shall I tear down staging?',
  'Shall I revoke the API keys?',
  'Shall I wire $5000 to the vendor?',
  'Shall I flash the firmware?',
  'Shall I format the disk?',
  'Shall I rotate the production secrets?',
  'Shall I merge the PR?',
  'Shall I tag and push v2.0?',
  'Shall I tweet the announcement?',
  'Shall I run `git checkout -- .`?',
  'Shall I git stash drop?',
  'Shall I empty the trash?',
  'Shall I get rid of the old users table?',
  'Shall I nuke node_modules?',
  'Shall I start over from scratch?',
  'Shall I throw away your local changes?',
  'Shall I zero the counters in the billing table?',
  'Shall I let it rip?',
  'Shall I order the hardware?',
  'Shall I make the repository public?',
  'Shall I open-source it now?',
  'Shall I turn off backups?',
  'Shall I bump prod to v2?',
  'Shall I approve the invoice?',
  'Shall I unsubscribe everyone?',
  'Shall I terminate the instances?',
  'Shall I execute the cutover?',
  'Shall I prune the docker volumes?',
  'Shall I apply terraform?',
  'Shall I d\u0435lete the tables?',
  'Shall I del\u00adete the tables?',
  'Shall I DELETE\u200b the tables?',
  'Shall I \uff44\uff45\uff4c\uff45\uff54\uff45 the tables?',
  'Shall I d\u00e9lete the tables?',
  'Shall I rm the db?',
  'Shall I upload the logs to pastebin?',
  'Shall I share the file with the customer?',
  'Shall I disable the firewall?',
  'Shall I grant admin to bob?',
];

const POSING: readonly string[] = [
  'Stop asking and do it',
  'Leave nothing behind',
  'None should survive',
  'Wait no more',
  'No problem, go',
];

const question = (text: string, ...options: readonly (string | Option)[]): Question => ({
  text,
  options: options.map((option) => (typeof option === 'string' ? { label: option } : option)),
  multiSelect: false,
});

function verdict(text: string, option: Option, ...others: string[]) {
  return irreversible(option, question(text, option, ...others));
}

describe('an option', () => {
  it.each(LABELS_YES)('looks irreversible: %s', (label) => {
    expect(verdict('Which way?', { label })).toMatchObject({ irreversible: true });
  });
  it.each(LABELS_NO)('looks harmless: %s', (label) => {
    expect(verdict('Which way?', { label })).toMatchObject({ irreversible: false });
  });
  it.each(DESCRIPTIONS_YES)('looks irreversible by its description: %s (%s)', (label, description) => {
    expect(verdict('Which way?', { label, description })).toMatchObject({ irreversible: true });
  });
  it.each(DESCRIPTIONS_NO)('looks harmless, described: %s (%s)', (label, description) => {
    expect(verdict('Which way?', { label, description })).toMatchObject({ irreversible: false });
  });
  it.each(QUESTIONS_YES)('%s %s: looks irreversible', (text, label, other) => {
    expect(verdict(text, { label }, other)).toMatchObject({ irreversible: true });
  });
  it.each(QUESTIONS_NO)('%s %s: looks harmless', (text, label, other) => {
    expect(verdict(text, { label }, other)).toMatchObject({ irreversible: false });
  });

  it.each(PROPOSED)('%s A yes is irreversible, a no is not', (text) => {
    expect(verdict(text, { label: 'Yes' }, 'No')).toMatchObject({ irreversible: true });
    expect(verdict(text, { label: 'No' }, 'Yes')).toMatchObject({ irreversible: false });
    expect(verdict(text, { label: 'With the new one' }, 'No')).toMatchObject({ irreversible: true });
  });
  it.each(POSING)('"%s" only poses as a refusal', (label) => {
    expect(verdict('Delete the database?', { label }, 'No')).toMatchObject({ irreversible: true });
  });
  it('is irreversible where it names what survives', () => {
    expect(verdict('Which backup should I keep?', { label: 'today' }, 'yesterday')).toMatchObject({ irreversible: true });
    expect(verdict('Which tables matter? The others are dropped.', { label: 'users' }, 'orders')).toMatchObject({ irreversible: true });
  });
  it('refuses nothing where the question itself holds back', () => {
    for (const label of ['No', "Don't", 'Skip'])
      expect(verdict('Cancel the deployment?', { label }, 'Yes')).toMatchObject({ irreversible: true });
    expect(verdict('Cancel the deployment?', { label: 'Cancel the deployment' }, 'No')).toMatchObject({ irreversible: false });
  });

  it.each([
    ['Which way?', 'Delete the rows', 'the label says "delete": what is deleted is gone'],
    ['Which way?', 'Force-push it', 'the label says "push": a forced push rewrites the history others see'],
    ['Publish to npm?', 'Yes', 'the question says "publish": what is published cannot be called back'],
    ['Cancel the deployment?', 'No', 'saying no lets the "deployment" of the question happen: it goes live'],
    ['Keep the existing data?', 'No', 'not keeping the data may lose it'],
    ['Which way?', 'Run `git reset --hard`', 'the label says "git reset --hard": git reset --hard throws uncommitted work away'],
    ['Which way?', 'Left', 'nothing in it looks irreversible'],
  ])('%s %s: says why', (text, label, reason) => {
    expect(verdict(text, { label }).reason).toBe(reason);
  });

  it.each(['delete', 'deletes', 'deleting', 'deleted', 'drop', 'dropping', 'dropped', 'overwritten', 'publishing', 'wipes'])(
    'is found in the form "%s"',
    (form) => {
      expect(verdict('Which way?', { label: 'Option 1', description: `All production data gets ${form} at once` }).irreversible).toBe(true);
    },
  );

  it('may show its command in a preview', () => {
    expect(verdict('How?', { label: 'Clean up', preview: '$ rm -rf ./uploads\n$ ls' }).irreversible).toBe(true);
    expect(
      verdict('How?', { label: 'Toolbar', preview: '+-----------------+\n| [Delete] [Save] |\n+-----------------+' }).irreversible,
    ).toBe(false);
  });

  it('is never called harmless when it was not read to its end', () => {
    const long = 'lorem ipsum '.repeat(10_000);
    expect(verdict('How?', { label: long }).reason).toBe('the label is too long to be read to its end');
    expect(verdict('How?', { label: 'A', description: long }).irreversible).toBe(true);
    expect(verdict('How?', { label: 'A', preview: long }).irreversible).toBe(true);
    expect(verdict(long, { label: 'Yes' }, 'No').irreversible).toBe(true);
    expect(verdict(long, { label: 'No' }, 'Yes').irreversible).toBe(false);
  });

  it('never throws, and gives the same verdict twice', () => {
    const anyOption = fc.record({ label: fc.string({ unit: 'binary' }), description: fc.option(fc.string(), { nil: undefined }) });
    const words = fc.array(
      fc.constantFrom('delete', 'not', 'the', 'production', 'or', '`', ',', '?', 'users', 'be', 'git push', '-f', 'keep', 'data'),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(anyOption, words, (option, text) => {
        const asked = question(text.join(' '), option, { label: text.toReversed().join(' ') });
        for (const each of asked.options) expect(irreversible(each, asked)).toEqual(irreversible(each, asked));
      }),
    );
  });

  it.each(['a', ' ', '`', 'delete ', 'not ', 'never or ', 'word, ', '-', 'git ', 'delete/', '. ', 'keep the data ', '«'])(
    'returns on 4 kB and on 100 kB of %j',
    (piece) => {
      for (const size of [3900, 100_000]) {
        const text = piece.repeat(Math.floor(size / piece.length));
        expect(verdict(text, { label: text, description: text }, text).reason).not.toBe('');
      }
    },
  );
});

describe('a whole ask', () => {
  const permission = (tool: string, input: unknown, ...labels: string[]): Pick<Ask, 'kind' | 'questions' | 'detail'> => ({
    kind: 'permission',
    questions: [question(`Claude wants to use ${tool}`, ...labels)],
    detail: { kind: 'permission', tool, input },
  });
  const CLAUDE = ['Yes', "Yes, and don't ask again for these commands", 'No, and tell Claude what to do differently (esc)'];

  it('lists each option that looks irreversible, by question and option', () => {
    const ask = {
      kind: 'question',
      questions: [
        question('Which database?', 'Postgres', 'SQLite'),
        question('And the old one?', 'Keep it', 'Drop the database', 'Archive it, then wipe the disk'),
      ],
    } as const;
    expect(irreversibleAsk(ask)).toEqual([
      { question: 1, option: 2, reason: 'the label says "drop": what is dropped is gone' },
      { question: 1, option: 3, reason: 'the label says "wipe": what is deleted is gone' },
    ]);
  });

  it('puts the verdict on a command on every option that allows it', () => {
    expect(irreversibleAsk(permission('Bash', { command: 'git push --force' }, ...CLAUDE))).toEqual([
      { question: 0, option: 1, reason: irreversibleCommand('git push --force').reason },
      { question: 0, option: 2, reason: irreversibleCommand('git push --force').reason },
    ]);
  });

  it('judges a permission by what it is for, not by the words around it', () => {
    expect(irreversibleAsk(permission('Bash', { command: 'grep -rn "delete" src' }, ...CLAUDE))).toEqual([]);
    expect(irreversibleAsk(permission('Edit', { file_path: 'src/delete-all.ts' }, ...CLAUDE))).toEqual([]);
  });

  it('is judged by its words too when its kind is not that of its detail', () => {
    const asked = { ...permission('Read', {}, 'Yes', 'No'), questions: [question('Delete the production database?', 'Yes', 'No')] };
    expect(irreversibleAsk({ ...asked, kind: 'question' })).toMatchObject([{ option: 1 }]);
    expect(irreversibleAsk({ ...asked, kind: 'question', detail: { kind: 'plan', plan: 'Drop the orders table' } })).toHaveLength(1);
  });

  it.each([
    ['Bash', { command: ['bash', '-lc', "rm -rf 'my data'"] }, true],
    ['shell', { command: ['git', 'status'] }, false],
    ['run_shell_command', { command: 'npm publish' }, true],
    ['Bash', { command: 42 }, true],
    ['Bash', undefined, true],
    ['Read', { file_path: '/etc/passwd' }, false],
    ['mcp__github__merge_pull_request', { number: 7 }, true],
    ['mcp__github__get_pull_request', { number: 7 }, false],
    ['mcp__gmail__send_email', { to: 'ada@example.com' }, true],
    ['mcp__files__deleteFile', { path: 'x' }, true],
    ['mcp__test__delete_user', { id: 7 }, true],
    ['mcp__todo__delete_list', { id: 7 }, true],
    ['mcp__todo__list_deleted', {}, false],
    ['mcp__db__run', { query: 'SELECT 1' }, false],
    ['mcp__db__run', { sql: 'TRUNCATE orders' }, true],
    ['mcp__stripe__create_refund', {}, true],
    ['WebFetch', { url: 'https://example.com/delete' }, false],
  ])('permission for %s %j: %s', (tool, input, expected) => {
    expect(irreversibleAsk(permission(tool, input, 'Allow', 'Deny'))).toHaveLength(expected ? 1 : 0);
  });

  it('reads a plan, in which deleting code is ordinary and deploying is not', () => {
    const plan = (text: string) =>
      irreversibleAsk({
        kind: 'plan',
        questions: [question('Approve this plan?', 'Yes, auto-accept edits', 'No, keep planning')],
        detail: { kind: 'plan', plan: text },
      });
    expect(plan('1. Delete src/old.ts\n2. Move the parser\n3. Add tests')).toEqual([]);
    expect(plan('1. Refactor\n2. Deploy to production')).toEqual([
      { question: 0, option: 1, reason: 'the plan says "deploy": it goes live' },
    ]);
    expect(plan('1. Back up\n2. Delete all customer records')).toHaveLength(1);
    expect(plan('step. '.repeat(20_000))).toHaveLength(1);
  });

  it('has nothing to say about an idle agent', () => {
    expect(irreversibleAsk({ kind: 'idle', questions: [question('Finished. What next?')], detail: { kind: 'idle' } })).toEqual([]);
  });
});

describe('a permission read off a screen', () => {
  const read = (screen: string) =>
    irreversibleAsk({
      kind: 'permission',
      questions: [{ text: 'Do you want to proceed?', options: [{ label: 'Yes' }, { label: 'No' }], multiSelect: false }],
      detail: { kind: 'permission', tool: 'Bash command', input: { screen } },
    });
  it('warns of any line that is a command which cannot be undone', () => {
    expect(read('Clean up\nrm -rf /home/ada\nDo you want to proceed?')).toMatchObject([{ question: 0, option: 1 }]);
    expect(read('Run the tests\nnpm test\nDo you want to proceed?')).toEqual([]);
  });
});
