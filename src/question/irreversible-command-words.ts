// What is known of single shell commands: which arguments of which program make something that cannot be undone.

import { actInName, always, among, type CommandRule, dry, has, operands, words } from './irreversible-arguments.ts';
import { gh, git } from './irreversible-git.ts';

/** Directories and files that a build makes again. Only plain relative paths: "dist" is, "/srv/dist" and "../dist" may be somebody's. */
const REBUILT = words(
  'node_modules dist build out target coverage .next .nuxt .turbo .cache .parcel-cache .svelte-kit .vite __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nyc_output .eslintcache tsconfig.tsbuildinfo .tsbuildinfo storybook-static test-results playwright-report',
);
const rebuilt = (path: string): boolean =>
  /^(?:\.\/)?[\w.@/-]+$/.test(path) &&
  !path.startsWith('/') &&
  !path.includes('..') &&
  REBUILT.has(path.replace(/\/+$/, '').split('/').at(-1) ?? '');

const removes: CommandRule = (args) => {
  const targets = operands(args);
  if (targets.length === 0 || targets.every(rebuilt)) return undefined;
  return 'rm deletes files for good';
};

const DEVICE = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|mapper|md|dm-)/;

/** What it means to write to this path. */
export function writingTo(path: string): string | undefined {
  if (DEVICE.test(path)) return `writing to ${path.slice(0, 40)} overwrites a disk`;
  if (/^\/(?:etc|boot|sys|proc\/sys)(?:\/|$)/.test(path)) return `writing to ${path.slice(0, 40)} changes the system`;
  return undefined;
}
const writesArguments: CommandRule = (args) => operands(args).map(writingTo).find(Boolean);

const ORDINARY = words(
  'install i add remove rm uninstall un test t ci view info ls list outdated audit why init create pack config cache link update up upgrade start build dev lint',
);

/** npm, pnpm, yarn and bun: publishing, and scripts by their name. */
const packages: CommandRule = (args) => {
  const plain = operands(args).slice(0, 5);
  if (dry(args) || ORDINARY.has(plain[0] ?? '')) return undefined;
  const act = plain.find((arg) => /^(?:publish|unpublish|deprecate|dist-tag|owner|access)$/.test(arg));
  if (act !== undefined) return `${act} changes what the registry offers to everyone`;
  const named = plain.find((arg) => actInName(arg) !== undefined);
  return named === undefined ? undefined : `the script is called "${named.slice(0, 60)}"`;
};

const LOCAL = /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[?::1\]?|host\.docker\.internal|[\w.-]+\.(?:localhost|test|local))$/;

function remote(url: string): boolean {
  const host = /^(?:https?:\/\/)?(?:[^@/\s]*@)?(\[[\da-f:]*\]|[^:/?#\s]*)/i.exec(url)?.[1] ?? '';
  return !LOCAL.test(host.toLowerCase());
}

/** curl, wget and their like: a request that changes something, sent to another machine. */
const request: CommandRule = (args) => {
  let method = '';
  let body = false;
  const urls: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    const joined = /^(?:-[a-zA-Z]*X|--request=|--method=)(\w+)$/.exec(arg)?.[1];
    if (joined !== undefined) method = joined;
    else if (/^(?:-[a-zA-Z]*X|--request|--method)$/.test(arg)) method = args[++i] ?? '';
    else if (
      /^(?:-d|-F|-T|--data(?:-raw|-binary|-urlencode|-ascii)?|--form|--json|--upload-file|--post-data|--post-file)(?:=|$)/.test(arg) ||
      /^-d./.test(arg)
    ) {
      body = true;
      if (!arg.includes('=')) i++;
    } else if (
      /^(?:-H|--header|-o|--output|-u|--user|-A|--user-agent|-b|-c|-e|-w|-m|--max-time|--retry|-x|--proxy|--connect-timeout)$/.test(arg)
    )
      i++;
    else if (/^(?:POST|PUT|PATCH|DELETE)$/.test(arg)) method = arg;
    else if (!arg.startsWith('-')) urls.push(arg);
  }
  if (has(args, '-G', '--get') && method === '') return undefined;
  const verb = (method || (body ? 'POST' : 'GET')).toUpperCase();
  if (/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(verb)) return undefined;
  return urls.length === 0 || urls.some(remote) ? `a ${verb.slice(0, 12)} request changes something on another machine` : undefined;
};

/** httpie takes `name=value` words as the body of a POST. */
const httpie: CommandRule = (args) => {
  const plain = operands(args);
  const body = plain.slice(1).some((arg) => /^[\w.@-]+:?=(?!=)/.test(arg));
  return (
    request(args) ??
    (body && remote(plain[0] ?? '') && !plain.includes('GET') ? 'a POST request changes something on another machine' : undefined)
  );
};

const recursive: CommandRule = (args) => {
  if (!has(args, '-R', '--recursive')) return undefined;
  const wide = operands(args)
    .slice(1)
    .find((path) => /^(?:\/(?:[^/]*\/?){0,2}|~\/?|\$\{?HOME\}?\/?|\.\.(?:\/.*)?)$/.test(path));
  return wide === undefined ? undefined : `a recursive change of rights on ${wide.slice(0, 40)} cannot be put back`;
};

const docker: CommandRule = (args) => {
  const plain = operands(args).slice(0, 4);
  const acts = plain.join(' ');
  if (plain[0] === 'push' || plain[1] === 'push' || has(args, '--push')) return 'docker push publishes an image';
  if (plain.includes('prune') && plain[0] !== 'builder') return 'docker prune deletes containers, images or volumes';
  if (/^(?:volume|container|compose|network|stack|service|secret|config|node) (?:rm|remove)\b|^rm\b/.test(acts))
    return 'docker rm deletes a container or volume with its data';
  if (plain.includes('down') && has(args, '-v', '--volumes')) return 'docker compose down -v deletes the volumes';
  return /^stack deploy|^service (?:update|scale)|^swarm leave/.test(acts) ? 'docker changes a running stack' : undefined;
};

const READ_AWS =
  /^(?:describe|list|get|head|batch-get|lookup|search|scan|query|select|filter|wait|help|ls|tail|presign|configure|sso|decode|validate|estimate|simulate|check|test|view)/;
const aws: CommandRule = (args) => {
  const [service = '', act = '', ...rest] = args.filter(
    (arg, i) => !arg.startsWith('-') && !/^--(?:profile|region|output|query|endpoint-url)$/.test(args[i - 1] ?? ''),
  );
  if (act === '' || dry(args) || READ_AWS.test(act) || /^(?:configure|sts|sso|help)$/.test(service)) return undefined;
  if (service === 's3' && /^(?:cp|sync)$/.test(act) && !(rest[1] ?? '').startsWith('s3:') && !has(args, '--delete')) return undefined;
  return `aws ${service.slice(0, 30)} ${act.slice(0, 40)} changes something in the cloud`;
};

const crontab: CommandRule = (args) =>
  args.includes('-l') || args.includes('-e') ? undefined : 'crontab replaces or removes the timetable';

const table: readonly (readonly [names: string, rule: CommandRule])[] = [
  ['rm unlink srm del erase rd remove-item ri clear-content', removes],
  [
    'shred wipe wipefs mkfs mke2fs mkswap fdisk parted sgdisk sfdisk cfdisk blkdiscard format-volume clear-disk newfs lvremove vgremove pvremove',
    always('it erases a disk or a file beyond recovery'),
  ],
  ['format', (args) => (/^[a-z]:/i.test(args[0] ?? '') ? 'format erases a disk' : undefined)],
  ['rmdir', (args) => (args.some((arg) => /^\/s$/i.test(arg)) ? 'rmdir /s deletes a folder with all in it' : undefined)],
  ['dd', (args) => (args.some((arg) => arg.startsWith('of=') && arg !== 'of=/dev/null') ? 'dd overwrites what it writes to' : undefined)],
  ['truncate', always('truncate cuts a file off')],
  ['tee cp install', writesArguments],
  ['mv', (args) => (args.at(-1) === '/dev/null' ? 'mv to /dev/null deletes' : writesArguments(args))],
  ['git', git],
  ['bfg', always('bfg rewrites history')],
  ['hg', among('hg', 'strip prune purge histedit', 'rewrites history')],
  ['npm pnpm yarn bun lerna changeset', packages],
  ['cargo', among('cargo', 'publish yank owner', 'changes what the registry offers to everyone')],
  ['twine gem nuget vsce ovsx', among('it', 'upload push yank publish unpublish delete', 'changes what the registry offers to everyone')],
  ['poetry uv hatch pdm flit maturin rye dotnet pod', among('it', 'publish push', 'changes what the registry offers to everyone')],
  ['eas xcrun', (args) => (/\b(?:submit|update|upload-app|altool)\b/.test(args.join(' ')) ? 'it sends a build to a store' : undefined)],
  ['semantic-release np release-it', (args) => (dry(args) ? undefined : 'it publishes a release')],
  [
    'mvn mvnw gradle gradlew',
    (args) =>
      operands(args).some((arg) => /^(?:deploy|publish\w*|release:\w+|upload\w*|:?[\w:-]+:publish\w*)$/.test(arg))
        ? 'it publishes a build'
        : undefined,
  ],
  ['gh glab', (args) => (/^(?:mr|pr)$/.test(args[0] ?? '') && args[1] === 'merge' ? 'merging is seen by others at once' : gh(args))],
  [
    'terraform tofu terragrunt',
    among('terraform', 'apply destroy apply-all destroy-all run-all rm push delete force-unlock taint', 'changes real infrastructure'),
  ],
  ['pulumi cdk sam serverless sls cdktf', among('it', 'up update deploy destroy delete remove rm cancel', 'changes real infrastructure')],
  [
    'ansible-playbook ansible',
    (args) =>
      has(args, '--check', '--syntax-check', '--list-tasks', '--list-hosts', '--version') ? undefined : 'ansible changes other machines',
  ],
  [
    'kubectl oc k',
    among(
      'kubectl',
      'delete apply replace patch scale drain create set edit restart undo taint evict run expose autoscale annotate label',
      'changes a running cluster',
    ),
  ],
  ['helm', among('helm', 'install upgrade uninstall delete rollback push', 'changes a running cluster')],
  ['docker podman nerdctl docker-compose', docker],
  ['aws', aws],
  [
    'gcloud az doctl hcloud linode-cli oci ibmcloud',
    (args) => {
      const act = operands(args).find((arg) =>
        /^(?:delete|deploy|purge|reset|remove|rm|create|update|import|disable|stop|submit|rollback|failover|restore|promote|resize|set|up)(?:-[\w-]+)?$/.test(
          arg,
        ),
      );
      return act === undefined || operands(args)[0] === 'config' ? undefined : `"${act.slice(0, 40)}" changes something in the cloud`;
    },
  ],
  ['gsutil', among('gsutil', 'rm rb mv rsync cp setmeta iam acl', 'changes what is stored in the cloud')],
  ['rclone', among('rclone', 'delete deletefile purge sync move moveto rmdir rmdirs cleanup dedupe', 'deletes or overwrites files')],
  [
    'rsync',
    (args) =>
      !dry(args) && !has(args, '-n') && args.some((arg) => /^--(?:del|remove-source-files)/.test(arg))
        ? 'rsync --delete deletes files'
        : undefined,
  ],
  [
    'vercel now',
    (args) =>
      has(args, '--prod', '--production') ||
      /production/.test(args.join(' ')) ||
      among('vercel', 'promote rollback remove rm buy transfer-in redeploy', 'x')(args)
        ? 'vercel deploys to production'
        : undefined,
  ],
  [
    'heroku',
    (args) =>
      /(?:^| )(?:\S*:)?(?:destroy|reset|rollback|promote|unset|remove|deploy|push|release|restart|kill|delete|set)\b/.test(
        operands(args).slice(0, 3).join(' '),
      )
        ? 'heroku changes a running app'
        : undefined,
  ],
  [
    'fly flyctl',
    among('fly', 'deploy destroy delete remove launch restart unset set import scale detach revoke stop suspend', 'changes a running app'),
  ],
  ['railway', among('railway', 'up down delete redeploy', 'changes a running app')],
  [
    'kamal cap dokku eb surge gh-pages',
    (args) =>
      args[0] === undefined ||
      /(?:^|:|-)(?:deploy|setup|rollback|remove|terminate|destroy|redeploy|prune)|^-d$|^--dist/.test(args.join(' '))
        ? 'it deploys'
        : undefined,
  ],
  [
    'prisma drizzle-kit',
    (args) =>
      /\b(?:migrate (?:deploy|reset)|db (?:push|execute)|push|drop)\b/.test(operands(args).slice(0, 3).join(' '))
        ? 'it changes a database for good'
        : undefined,
  ],
  ['stripe', among('stripe', 'create confirm capture delete post refund update cancel pay', 'moves money')],
  ['cast', among('cast', 'send publish', 'sends a transaction that nobody can call back')],
  [
    'forge',
    (args) => (has(args, '--broadcast') || args[0] === 'create' ? 'forge sends a transaction that nobody can call back' : undefined),
  ],
  ['solana', among('solana', 'transfer deploy close pay', 'sends a transaction that nobody can call back')],
  ['bitcoin-cli', (args) => (args.some((arg) => arg.startsWith('send')) ? 'it sends money' : undefined)],
  ['curl wget', request],
  ['http https xh httpie', httpie],
  ['mail mailx mutt neomutt sendmail msmtp swaks ssmtp s-nail telegram-send', always('it sends a message')],
  ['chmod chown chgrp', recursive],
  ['dropdb dropuser', always('it drops a database or a user')],
  [
    'redis-cli valkey-cli',
    (args) => (/\b(?:flushall|flushdb|del|unlink|shutdown)\b/i.test(args.join(' ')) ? 'it deletes keys' : undefined),
  ],
  [
    'zfs zpool btrfs cryptsetup diskutil',
    (args) =>
      /\b(?:destroy|delete|rollback|luksformat|erase\w*|reformat|partitiondisk|remove)\b/i.test(args.join(' '))
        ? 'it removes a volume'
        : undefined,
  ],
  ['reboot shutdown halt poweroff', always('it takes the machine down')],
  ['systemctl', among('systemctl', 'reboot poweroff halt kexec', 'takes the machine down')],
  ['userdel groupdel deluser delgroup passwd', always('it changes who may use the machine')],
  [
    'iptables ip6tables nft ufw',
    (args) =>
      has(args, '-F', '-X', '--flush') || /\b(?:flush|reset|disable|enable)\b/.test(args.join(' '))
        ? 'it can lock everyone out'
        : undefined,
  ],
  ['apt apt-get', among('apt', 'purge', 'deletes configuration')],
  ['crontab', crontab],
  ['gpg gpg2', (args) => (args.some((arg) => arg.startsWith('--delete')) ? 'gpg deletes a key' : undefined)],
  ['tmux', among('tmux', 'kill-server kill-session', 'ends running work')],
  ['history', (args) => (has(args, '-c', '-w') ? 'it clears the history' : undefined)],
];

export const RULES: ReadonlyMap<string, CommandRule> = new Map(
  table.flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)),
);

/** Programs whose words are text, files or tests to them, never acts. */
export const HARMLESS = words(
  'echo printf cat ls cd pwd pushd popd grep egrep fgrep rg ag ack head tail less more wc sort uniq cut tr sed awk gawk diff cmp file stat which whereis type man help test [ [[ true false : mkdir touch ln basename dirname realpath readlink date sleep jq yq tree du df ps top printenv export set unset alias read return exit break continue local declare code vim vi nano emacs jest vitest mocha pytest tox eslint prettier biome tsc ruff black mypy for case select function in fi done esac  pip pip3 brew conda composer go swift tar zip unzip gzip md5sum sha256sum open xdg-open  lsof kill pgrep seq tput stty clear reset rustfmt clippy',
);

/** Programs that pass SQL on as mere text: "DROP TABLE" in them is searched, shown or written down, not run. */
export const SHOWS_TEXT = words(
  'grep egrep fgrep rg ag ack git cat echo printf less more head tail sed awk wc sort uniq diff vim code ls cd tee mkdir true jq cut tr gh',
);
