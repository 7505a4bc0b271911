// The largest account picture, bytes; those of the messaging app have about ten kilobytes.
const MOST_BYTES = 1_000_000
const LONGEST_MS = 4000

/**
 * The address from which a picture is fetched: the path of `source` on the listed origin with the
 * same host; undefined if no origin matches. Only listed origins are contacted, with the scheme and
 * port of the list.
 */
export function allowedPictureUrl(source: string, origins: readonly string[]): URL | undefined {
  if (!URL.canParse(source)) return undefined
  const said = new URL(source)
  const origin = origins.find((one) => new URL(one).hostname === said.hostname)
  if (origin === undefined) return undefined
  // The parts of the address are set separately, because a path that begins with two slashes would
  // be parsed as a host.
  const address = new URL(origin)
  address.pathname = said.pathname
  address.search = said.search
  return address
}

/**
 * Fetches a picture without following redirects and without credentials, with limits of size and
 * time. Undefined if the picture is not available.
 */
export async function fetchPicture(address: URL): Promise<Uint8Array | undefined> {
  try {
    const init = {
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.timeout(LONGEST_MS),
    } as const
    const response = await fetch(address, init)
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > MOST_BYTES)
      return undefined
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > MOST_BYTES) return undefined
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch {
    // The server is unreachable or too slow, or it answered with a redirect.
    return undefined
  }
}
