/** A request as it goes over the wire, whatever carries it. */
export interface TransportRequest {
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData | Blob
  /** After so long without an answer it is given up, ms. */
  readonly timeout: number
  /** The request outlives a page that is closed. */
  readonly keepalive?: boolean
}

/**
 * What came back; undefined: no answer. A response of status 0 is a redirect, which nobody follows.
 */
export type TransportResponse<Body = string> =
  | { readonly response: Response; readonly body: Body }
  | undefined

/**
 * Carry a request by fetch; `read` takes the body in, which counts into the timeout: a stalled or
 * cut body is no answer.
 */
export async function sendWithFetch<Body>(
  { address, timeout, ...request }: TransportRequest,
  read: (response: Response) => Promise<Body>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<TransportResponse<Body>> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeout)
  try {
    const response = await fetch(address, {
      ...request,
      cache: 'no-store',
      credentials: 'same-origin',
      // A captive portal redirects to its own page; following it would end in a 200 that is not
      // ours.
      redirect: 'manual',
      signal: stop.signal,
    })
    return { response, body: await read(response) }
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
