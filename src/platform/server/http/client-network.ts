import { isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, or the /64 prefix of an IPv6 address, because a provider
 * gives a whole /64 to one household.
 */
export function clientNetwork(client: string): string {
  const address = client.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

/** True for this machine: a proxy that TRUST_PROXY does not declare, or a local trial. */
export const isLoopback = (client: string): boolean =>
  client === '::1' || client.replace(/^::ffff:/, '').startsWith('127.')
