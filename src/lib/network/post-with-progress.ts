import type { TransportResponse, TransportRequest } from '#offline/transport/fetch-transport'

/** Called with the part of the body that has been sent, from 0 to 1. */
export type OnProgress = (part: number) => void

/** The slowest network for which a response is awaited, bytes/ms: 50 kbit/s. */
const SLOWEST = 50 / 8

/**
 * Posts a large body once and reports its progress, which fetch cannot do.
 *
 * The whole request has no time limit. It is aborted if no bytes have moved for `timeout` ms. Bytes
 * that the browser reports as sent might still be in the phone's buffer. So the wait for the
 * response is longer by the time that the slowest network needs for these bytes. Resolves to
 * undefined if there is no response.
 */
export function postWithProgress(
  { address, headers, body, timeout }: TransportRequest,
  onProgress: OnProgress,
): Promise<TransportResponse> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const where = new URL(address, location.href).href
    let timer: ReturnType<typeof setTimeout> | undefined
    let reached = 0
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), ms)
    }
    const end = (answer?: TransportResponse) => {
      clearTimeout(timer)
      resolve(answer)
    }
    request.open('POST', where)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (loaded <= reached) return
      wait(timeout + (loaded - reached) / SLOWEST)
      reached = loaded
      if (total > 0) onProgress(loaded / total)
    })
    request.upload.addEventListener('load', ({ total }) => wait(timeout + total / SLOWEST))
    request.addEventListener('progress', () => wait(timeout))
    request.addEventListener('load', () => {
      // XMLHttpRequest follows redirects, and the page of a captive portal must not count as a
      // response of the campus.
      if (request.responseURL !== '' && request.responseURL !== where)
        end({ response: Response.error(), body: '' })
      else end({ response: answerOf(request), body: request.responseText })
    })
    for (const failure of ['error', 'abort']) request.addEventListener(failure, () => end())
    wait(timeout)
    request.send(body)
  })
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const [name = '', ...value] = line.split(':')
    if (name.trim() !== '') headers.append(name.trim(), value.join(':').trim())
  }
  return new Response(null, { status: request.status, headers })
}
