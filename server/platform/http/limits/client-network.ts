import { isIP } from 'node:net'

/**
 * What one client can send from, as a key for limits: an IPv4 address, or the /64 that an IPv6
 * network hands to each of its customers, who may take any address in it. What is no address stays
 * as it is.
 */
export function clientNetworkKey(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) !== 6) return bare
  // The URL parser spells an address in one way: small, and its longest run of zeros as '::'.
  const spelled = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(spelled) ?? []
  if (high !== undefined && low !== undefined)
    return [high, low].flatMap((half) => bytesOf(Number.parseInt(half, 16))).join('.')
  const [left = '', right] = spelled.split('::')
  const groups = left === '' ? [] : left.split(':')
  const behind = right === undefined || right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: 8 - groups.length - behind.length }, () => '0')
  return `${[...groups, ...zeros, ...behind].slice(0, 4).join(':')}::/64`
}

const bytesOf = (half: number) => [half >> 8, half & 255]
