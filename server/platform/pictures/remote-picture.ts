// Pictures of people are small; the messaging app's are some ten kilobytes.
const MOST_BYTES = 1_000_000
const LONGEST_MS = 4000

/**
 * Where a picture may be fetched from: its address on the one of these origins that has its host;
 * undefined when none has. Only what is listed is ever asked, whatever an answer says, and over the
 * scheme and port that are listed.
 */
export function allowedPictureUrl(source: string, origins: readonly string[]): URL | undefined {
  if (!URL.canParse(source)) return undefined
  const said = new URL(source)
  const origin = origins.find((one) => new URL(one).hostname === said.hostname)
  if (origin === undefined) return undefined
  // Part by part: a path that begins with two slashes would be read as another host.
  const address = new URL(origin)
  address.pathname = said.pathname
  address.search = said.search
  return address
}

/**
 * Fetch a picture: no redirect is followed, nothing is sent along, and it may be neither large nor
 * slow.
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
    // Away, slow, or it wanted to send us elsewhere.
    return undefined
  }
}
