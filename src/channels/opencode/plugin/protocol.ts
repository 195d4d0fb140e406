// What the plugin and the broker must agree on. Another number means: another protocol, and both leave each other alone.
export const PROTOCOL = 1;
export const PATH = '/v1/channels/opencode';
