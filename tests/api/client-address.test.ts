import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addressKey } from '../../src/domain/rate-limits/limits.ts';
import { clientAddress } from '../../src/http/authentication/client-address.ts';

function requestFrom(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
}

describe('the address of a client', () => {
  test.each<[string, string | undefined, string | undefined, number, string]>([
    ['without a proxy is that of its connection', '203.0.113.9', undefined, 0, '203.0.113.9'],
    ['is never what the client sends', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
    ['is what the trusted proxy wrote', '10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
    [
      'is the last of a chain, before which a client may have written anything',
      '10.0.0.1',
      '1.1.1.1, 2.2.2.2, 203.0.113.9',
      1,
      '203.0.113.9',
    ],
    [
      'behind two proxies is the last but one',
      '10.0.0.1',
      '1.1.1.1, 203.0.113.9, 10.0.0.2',
      2,
      '203.0.113.9',
    ],
    ['is its connection’s if a proxy wrote nothing', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['is its connection’s if the chain is too short', '10.0.0.1', '203.0.113.9', 2, '10.0.0.1'],
    ['is its connection’s if the proxy wrote no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['may be of version 6', '10.0.0.1', '2001:db8::1', 1, '2001:db8::1'],
    ['has no port', '10.0.0.1', '203.0.113.9:4711', 1, '10.0.0.1'],
    ['is the server’s own if the connection is closed', undefined, undefined, 0, '127.0.0.1'],
  ])('%s', (_name, remote, forwarded, hops, expected) => {
    expect(clientAddress(requestFrom(remote, forwarded), hops)).toBe(expected);
  });
});

describe('the key under which an address is counted', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:1::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ])('of %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
