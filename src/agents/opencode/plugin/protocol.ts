// The protocol version of plugin and broker. If the numbers differ, they ignore each other.
export const PROTOCOL = 1;
export const PATH = '/v1/channels/opencode';
