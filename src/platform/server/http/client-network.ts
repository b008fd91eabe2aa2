import { isIPv6 } from 'node:net'
import {
  bareAddress,
  forwardedClient,
  isLoopback,
  isNearby,
  isTrustedPeer,
  type TrustedProxies,
} from './trusted-proxies.ts'

/** Who sends a request, as far as limits need to know. */
export interface Client {
  /**
   * `shared` has the address of a proxy that TRUST_PROXY does not cover: many visitors may share it. `trial` is the
   * client of a local trial, which is not limited (contract 9.8).
   */
  kind: 'single' | 'shared' | 'trial'
  /** The IP address; 'unknown' when the connection has ended already. */
  address: string
}

/**
 * The network that counts as one client: an IPv4 address, or the /64 prefix of an IPv6 address, because a provider
 * gives a whole /64 to one household.
 */
export const clientNetwork = ({ address }: Client): string => networkOf(address, 64)

/** The network of an IPv6 address with a prefix of 48 or 64 bits; an IPv4 address as it is. */
export function networkOf(address: string, bits: 48 | 64): string {
  const bare = bareAddress(address) ?? address
  if (!isIPv6(bare)) return bare
  const [head = '', tail] = bare.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, bits / 16)
  return `${groups.join(':')}::/${bits}`
}

/** How many times the limit of one client this client gets. */
export const limitFactor = ({ kind }: Client): number => limitFactors[kind]

const limitFactors: Record<Client['kind'], number> = {
  single: 1,
  shared: 20,
  trial: Number.POSITIVE_INFINITY,
}

/** What the headers of requests say about proxies that TRUST_PROXY does not cover. */
export interface ProxyStats {
  trusted: TrustedProxies
  /** Requests with X-Forwarded-For from a peer that is not trusted. */
  ignoredHeaders: number
  /** A peer of them on loopback or a private network: most likely a proxy. */
  undeclaredProxy: string | undefined
  /** Requests that shared the limits of one address. */
  sharedRequests: number
}

export interface ClientReader {
  /** The client of a request: from its peer's address and its X-Forwarded-For header. */
  read: (peer: string | undefined, forwarded: string | undefined) => Client
  stats: ProxyStats
}

/**
 * Determines the client of each request (contract 9.8). An address from a header is always limited. Calls from
 * loopback are a local trial when the portal's own address is also loopback; everywhere else they come from a proxy
 * that TRUST_PROXY does not cover.
 */
export function createClientReader(trusted: TrustedProxies, publicUrl: string): ClientReader {
  const isTrial = isLoopbackHost(new URL(publicUrl).hostname)
  const stats: ProxyStats = {
    trusted,
    ignoredHeaders: 0,
    undeclaredProxy: undefined,
    sharedRequests: 0,
  }
  const read: ClientReader['read'] = (socketAddress, forwarded) => {
    const peer = bareAddress(socketAddress ?? '')
    // Without an address, because the connection has ended: such requests share one limit.
    if (peer === undefined) return { kind: 'single', address: 'unknown' }
    if (forwarded !== undefined && isTrustedPeer(trusted, peer))
      return { kind: 'single', address: forwardedClient(trusted, peer, forwarded) }
    if (forwarded !== undefined) {
      stats.ignoredHeaders += 1
      if (isNearby(peer)) stats.undeclaredProxy = peer
    } else if (isTrial && isLoopback(peer)) return { kind: 'trial', address: peer }
    if (!isLoopback(peer) && !(forwarded !== undefined && isNearby(peer)))
      return { kind: 'single', address: peer }
    stats.sharedRequests += 1
    return { kind: 'shared', address: peer }
  }
  return { read, stats }
}

/** The client of a call that comes from inside the process, without a connection. */
export const internalClient: Client = { kind: 'trial', address: '127.0.0.1' }

const isLoopbackHost = (host: string): boolean => {
  const address = bareAddress(host)
  return address === undefined ? /(^|\.)localhost$/.test(host) : isLoopback(address)
}
