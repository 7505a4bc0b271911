/** An HTTP request, independent of the transport. */
export interface TransportRequest {
  readonly address: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData | Blob
  /** The request is aborted if there is no response after this time, ms. */
  readonly timeout: number
  /** The request continues after the page is closed. */
  readonly keepalive?: boolean
}

/**
 * The response, or undefined if there was none. A response of status 0 is a redirect, which the
 * transport does not follow.
 */
export type TransportResponse<Body = string> =
  | { readonly response: Response; readonly body: Body }
  | undefined

/**
 * Sends a request with fetch. `read` reads the body within the timeout. A stalled or truncated body
 * counts as no response.
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
      // A captive portal redirects to its own page. Following the redirect would end in a 200 that
      // does not come from the campus.
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
