/** Where the server listens for sockets: where this page came from. */
export function socketAddress(): URL {
  const address = new URL('/ws', location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address;
}
