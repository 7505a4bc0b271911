import { isIP } from 'node:net'

/**
 * The network of a client, as a key of limits: an IPv4 address, or the /64 of an IPv6 address,
 * because a customer gets a whole /64 and can use any address in it. Text that is not an address is
 * returned unchanged.
 */
export function clientNetworkKey(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) !== 6) return bare
  // The URL parser normalizes an address: lower case, and '::' for the longest run of zeros.
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
