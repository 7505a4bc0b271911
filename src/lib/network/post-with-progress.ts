import type { TransportResponse, TransportRequest } from '#offline/transport/fetch-transport'

/** Hears which part of the body has left the phone, from 0 to 1. */
export type OnProgress = (part: number) => void

/** The slowest network that is still waited for, bytes a ms: 50 kbit/s. */
const SLOWEST = 50 / 8

/**
 * Post a heavy body once, and tell how far it has got, which fetch cannot. There is no limit for
 * the whole: it is given up when nothing has moved for as long as a call waits. What the phone
 * calls sent may still lie in its own buffer, so the answer is waited for as long as the slowest
 * network needs for all of it besides.
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
      // This kind of request follows redirects; a captive portal's page must not pass for an
      // answer.
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
