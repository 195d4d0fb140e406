// Discord, with the REST and gateway libraries of discord.js, against a fake of the API and of the gateway.
import { startDiscord } from './support/chats/discord.ts';
import { chatSuite } from './support/chats/suite.ts';

chatSuite('Discord', startDiscord);
