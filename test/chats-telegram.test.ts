// Telegram, with grammY, against a fake of the Bot API.
import { chatSuite } from './support/chats/suite.ts';
import { fakeTelegram } from './support/chats/telegram.ts';

chatSuite('Telegram', fakeTelegram);
