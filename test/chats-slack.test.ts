// Slack, with its own libraries, against a fake of the Web API and of Socket Mode.
import { startSlack } from './support/chats/slack.ts';
import { chatSuite } from './support/chats/suite.ts';

chatSuite('Slack', startSlack);
