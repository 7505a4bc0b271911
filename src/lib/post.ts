import { config } from './config.ts'

/** Hears which part of the body has left the phone, from 0 to 1. */
export type OnProgress = (part: number) => void

/** What came of a post: an answer, one of somewhere else (a captive portal has led away), or none. */
export type Posted =
  | { readonly type: 'answer'; readonly response: Response; readonly text: string }
  | { readonly type: 'elsewhere' | 'silence' }

/** The slowest network that is still waited for, bytes a ms: 50 kbit/s. */
const SLOWEST = 50 / 8

/**
 * Post a heavy body once, and tell how far it has got, which fetch cannot. There is no limit for the whole: it is given up
 * when nothing has moved for as long as a call waits. What the phone calls sent may still lie in its own buffer, so the
 * answer is waited for as long as the slowest network needs for all of it besides.
 */
export function post({
  address,
  headers,
  body,
  onProgress,
}: {
  address: string
  headers: Readonly<Record<string, string>>
  body: string | FormData
  onProgress: OnProgress
}): Promise<Posted> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const where = new URL(address, location.href).href
    let timer: ReturnType<typeof setTimeout> | undefined
    let reached = 0
    const wait = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), ms)
    }
    const end = (posted: Posted) => {
      clearTimeout(timer)
      resolve(posted)
    }
    request.open('POST', where)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (loaded <= reached) return
      wait(config.timeout + (loaded - reached) / SLOWEST)
      reached = loaded
      if (total > 0) onProgress(loaded / total)
    })
    request.upload.addEventListener('load', ({ total }) => wait(config.timeout + total / SLOWEST))
    request.addEventListener('progress', () => wait(config.timeout))
    request.addEventListener('load', () => {
      // This kind of request follows redirects; a captive portal's page must not pass for an answer.
      if (request.responseURL !== '' && request.responseURL !== where) end({ type: 'elsewhere' })
      else end({ type: 'answer', response: answerOf(request), text: request.responseText })
    })
    for (const failure of ['error', 'abort'])
      request.addEventListener(failure, () => end({ type: 'silence' }))
    wait(config.timeout)
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
