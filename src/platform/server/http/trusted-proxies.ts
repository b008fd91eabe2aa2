/** Which peers may report the client in X-Forwarded-For (TRUST_PROXY, contract 10.2). */
import { BlockList, isIP } from 'node:net'

/** Peers that are named by their addresses, or a number of proxies on loopback or a private network. */
export type TrustedProxies =
  | { kind: 'off' }
  | { kind: 'count'; count: number }
  | { kind: 'peers'; peers: BlockList; names: string[] }

/** Reads TRUST_PROXY; undefined when it is not valid. */
export function readTrustedProxies(value: string): TrustedProxies | undefined {
  const option = value.trim().toLowerCase()
  if (option === 'off' || option === 'false' || option === '0') return { kind: 'off' }
  if (option === 'on' || option === 'true') return { kind: 'count', count: 1 }
  if (/^[1-9]$/.test(option)) return { kind: 'count', count: Number(option) }
  const names = option.split(',').map((name) => name.trim())
  const peers = new BlockList()
  return names.every((name) => addPeer(peers, name)) ? { kind: 'peers', peers, names } : undefined
}

/** Adds an address (192.0.2.1) or a range in CIDR form (10.0.0.0/8); false when it is neither. */
function addPeer(peers: BlockList, name: string): boolean {
  const [address = '', bits, ...rest] = name.split('/')
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0 || rest.length > 0) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (bits === undefined) {
    peers.addAddress(address, family)
    return true
  }
  // A range of /0 would trust every address, so that visitors could forge their client address.
  const isRange = /^\d{1,3}$/.test(bits) && Number(bits) > 0
  if (!isRange || Number(bits) > (version === 4 ? 32 : 128)) return false
  peers.addSubnet(address, Number(bits), family)
  return true
}

const loopback = blockList(['127.0.0.0/8', '::1'])

/** Loopback, and the private networks of RFC 1918, RFC 3927, RFC 4193 and RFC 4291 (link-local). */
const nearby = blockList([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

function blockList(names: string[]): BlockList {
  const list = new BlockList()
  for (const name of names) addPeer(list, name)
  return list
}

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** True for loopback and private networks. */
export const isNearby = (address: string): boolean => isIn(nearby, address)

/** True for the host of a URL on this machine, in a private network, or with a name of one only (without a dot). */
export function isPrivateHost(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return isIP(address) === 0 ? !address.includes('.') : isNearby(address)
}

/** True when this peer may report the client. */
export function isTrustedPeer(proxies: TrustedProxies, peer: string): boolean {
  if (proxies.kind === 'off') return false
  return proxies.kind === 'count' ? isNearby(peer) : isIn(proxies.peers, peer)
}

/**
 * The client in the X-Forwarded-For of a trusted peer: read from right to left, the first address
 * that is not a trusted proxy. An entry that is not an address ends the search, because everything to its left may be
 * forged: the client is then the last proxy before it.
 */
export function forwardedClient(proxies: TrustedProxies, peer: string, header: string): string {
  let client = peer
  let hops = 0
  for (const entry of header.split(',').toReversed()) {
    const address = bareAddress(entry.trim())
    if (address === undefined) return client
    client = address
    hops += 1
    const isLast =
      proxies.kind === 'peers' ? !isIn(proxies.peers, address) : hops === proxyCount(proxies)
    if (isLast) return client
  }
  return client
}

const proxyCount = (proxies: TrustedProxies): number =>
  proxies.kind === 'count' ? proxies.count : 0

/**
 * An IP address without its port, brackets and zone, an IPv4-mapped IPv6 address as IPv4; undefined
 * for everything else.
 */
export function bareAddress(text: string): string | undefined {
  const bracketed = text.match(/^\[([^\]]*)\](?::\d{1,5})?$/)?.[1]
  const withPort = text.match(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/)?.[1]
  const address = (bracketed ?? withPort ?? text).split('%')[0] ?? ''
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : undefined
  return mappedIpv4(address) ?? address.toLowerCase()
}

/** 192.0.2.1 for ::ffff:192.0.2.1, ::ffff:c000:201 and their longer forms. */
function mappedIpv4(address: string): string | undefined {
  const { hostname } = new URL(`http://[${address}]`)
  const [, high, low] = hostname.match(/^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/) ?? []
  if (high === undefined || low === undefined) return undefined
  const bytes = [high, low].map((half) => Number.parseInt(half, 16))
  return bytes.flatMap((half) => [half >> 8, half & 0xff]).join('.')
}
