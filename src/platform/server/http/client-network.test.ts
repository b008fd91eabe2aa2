import { expect, test } from 'vitest'
import { clientNetwork, createClientReader, limitFactor, networkOf } from './client-network.ts'
import { bareAddress, readTrustedProxies } from './trusted-proxies.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s belongs to the network %s', (address, network) => {
  expect(clientNetwork({ kind: 'single', address })).toBe(network)
})

test('a network of 48 bits holds the 65,536 networks that a provider gives to one customer', () => {
  expect(networkOf('2001:db8:1:2::9', 48)).toBe('2001:db8:1::/48')
  expect(networkOf('203.0.113.9', 48)).toBe('203.0.113.9')
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['0:0:0:0:0:FFFF:CB00:7109', '203.0.113.9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['127.1', undefined],
  ['0x7f000001', undefined],
  ['127.0.0.1.evil.example', undefined],
  ['for=192.0.2.1', undefined],
  ['[::1', undefined],
  ['', undefined],
])('%j is the address %s', (text, address) => {
  expect(bareAddress(text)).toBe(address)
})

const deployed = 'https://members.example.org'
const readerOf = (option: string, publicUrl = deployed) => {
  const trusted = readTrustedProxies(option)
  if (!trusted) throw new Error(option)
  return createClientReader(trusted, publicUrl)
}

const attacker = '203.0.113.66'

test.each([
  // The proxy appends the address it saw; what stands before it is the attacker's.
  ['on', '127.0.0.1', `127.0.0.1, ${attacker}`, attacker],
  ['on', '::1', `::1, ${attacker}`, attacker],
  ['on', '::ffff:127.0.0.1', attacker, attacker],
  ['on', '10.1.2.3', `${'127.0.0.1, '.repeat(2000)}${attacker}`, attacker],
  ['2', '127.0.0.1', `127.0.0.1, ${attacker}, 10.0.0.7`, attacker],
  ['2', '127.0.0.1', attacker, attacker],
  ['127.0.0.1,10.0.0.0/8', '127.0.0.1', `10.9.9.9, ${attacker}, 10.0.0.7, 10.0.0.8`, attacker],
  ['127.0.0.1,10.0.0.0/8', '127.0.0.1', `${attacker}:4711, [::ffff:10.0.0.8]:80`, attacker],
  ['2001:db8::/32', '2001:db8::5', `2001:db9::1, 2001:db8::6`, '2001:db9::1'],
  // What cannot be read ends the search at the proxy that reported it.
  ['127.0.0.1,10.0.0.0/8', '127.0.0.1', `${attacker}, unknown, 10.0.0.8`, '10.0.0.8'],
  ['on', '127.0.0.1', `${attacker}, `, '127.0.0.1'],
  ['on', '127.0.0.1', 'unknown', '127.0.0.1'],
  // Only proxies: the first one in the chain.
  ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
])(
  'TRUST_PROXY=%s, peer %s, X-Forwarded-For %s: the client is %s',
  (option, peer, header, address) => {
    expect(readerOf(option).read(peer, header)).toEqual({ kind: 'single', address })
  },
)

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.1:80', '::ffff:7f00:1', '127.8.8.8'])(
  'an address %s from a header is never exempt from limits',
  (header) => {
    for (const publicUrl of [deployed, 'http://localhost:3000'])
      for (const option of ['on', '2', '127.0.0.1', '203.0.113.1'])
        expect(limitFactor(readerOf(option, publicUrl).read('127.0.0.1', header))).toBeLessThan(21)
  },
)

test.each(['off', 'on', '3', '127.0.0.1'])(
  'TRUST_PROXY=%s does not believe a peer on a public address',
  (option) => {
    const { read, stats } = readerOf(option)
    expect(read(attacker, '198.51.100.7')).toEqual({ kind: 'single', address: attacker })
    expect(stats).toMatchObject({ ignoredHeaders: 1, undeclaredProxy: undefined })
  },
)

test('a proxy on the same machine that TRUST_PROXY does not cover has larger limits, not none', () => {
  const { read, stats } = readerOf('off')
  const client = read('127.0.0.1', '198.51.100.7')
  expect(client).toEqual({ kind: 'shared', address: '127.0.0.1' })
  expect(read('127.0.0.1', undefined)).toEqual(client)
  expect(limitFactor(client)).toBe(20)
  expect(clientNetwork(client)).toBe('127.0.0.1')
  expect(stats).toMatchObject({
    ignoredHeaders: 1,
    sharedRequests: 2,
    undeclaredProxy: '127.0.0.1',
  })
})

test('a proxy in another container that TRUST_PROXY does not cover also has larger limits', () => {
  const { read } = readerOf('off')
  expect(limitFactor(read('172.18.0.2', '198.51.100.7'))).toBe(20)
  expect(limitFactor(read('172.18.0.2', undefined))).toBe(1)
})

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'https://portal.localhost',
])('only loopback is without limits in a local trial at %s', (publicUrl) => {
  const { read } = readerOf('off', publicUrl)
  for (const peer of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(limitFactor(read(peer, undefined))).toBe(Number.POSITIVE_INFINITY)
  expect(limitFactor(read(attacker, undefined))).toBe(1)
  expect(limitFactor(read('192.168.1.7', undefined))).toBe(1)
})

test.each(['http://localhost.example.org', 'http://127.0.0.1.nip.io', 'http://192.168.1.5:3000'])(
  'loopback has limits when the portal is at %s',
  (publicUrl) => {
    expect(limitFactor(readerOf('off', publicUrl).read('127.0.0.1', undefined))).toBe(20)
  },
)

test('requests of connections that have ended share the limits of one client', () => {
  for (const publicUrl of [deployed, 'http://localhost:3000']) {
    const client = readerOf('on', publicUrl).read(undefined, '198.51.100.7')
    expect(client).toEqual({ kind: 'single', address: 'unknown' })
    expect(limitFactor(client)).toBe(1)
  }
})
