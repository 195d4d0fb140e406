// A logger for Slack's libraries that says nothing.
import { type Logger, LogLevel } from '@slack/web-api';

/** Its messages contain addresses with tickets, and whole events. */
export const SILENT: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
};
