// The kind "web-push": notifications of the browsers that have turned them on. It has no command, because they are turned on in the page.
import { defineNotifier } from '../../notifier-kind.ts';
import { settings, WEB_PUSH } from './settings.ts';

export const webPush = defineNotifier({
  kind: WEB_PUSH,
  brief: 'notifications of the browser, also while the [page](WEB.md) is closed; turned on there',
  settings,
  open: (name, given, { push }) => push.open(name, given),
});
