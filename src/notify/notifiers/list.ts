// Every kind of notifier. To add one: a file here with one entry, a line in this list, and a section in docs/NOTIFICATIONS.md. Chats with people are in messengers/services.
import type { NotifierKind } from '../notifier-kind.ts';
import { command } from './command.ts';
import { desktop } from './desktop.ts';
import { ntfy } from './ntfy.ts';
import { webPush } from './web-push/kind.ts';
import { webhook } from './webhook.ts';

export const NOTIFIERS: readonly NotifierKind[] = [desktop, command, webhook, ntfy, webPush];
