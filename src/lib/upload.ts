import type { LiveWrite } from '#contract/call'
import { judge } from '#offline/exchange'
import { type Outcome, takeIn } from './call.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'
import { watched } from './network.ts'
import { token } from './session.ts'

/** Hears which part of the body has left the phone, from 0 to 1. */
export type OnProgress = (part: number) => void

/**
 * Make a call with a heavy body and tell how far it has got, which fetch cannot. Judged like every other call,
 * and like those never repeated by itself.
 */
export async function upload<I, O>(entry: LiveWrite<I, O>, input: I, onProgress: OnProgress): Promise<Outcome<O>> {
  const sentAs = token()
  const outcome = await sent({ entry, input, sentAs, onProgress })
  // Watched only now: a body that takes its time on the way is no silent network.
  await watched(Promise.resolve(outcome))
  takeIn(outcome, sentAs)
  return outcome
}

interface Sending<I, O> {
  readonly entry: LiveWrite<I, O>
  readonly input: I
  readonly sentAs: string | undefined
  readonly onProgress: OnProgress
}

const sent = <I, O>({ entry, input, sentAs, onProgress }: Sending<I, O>) =>
  new Promise<Outcome<O>>((resolve) => {
    const request = new XMLHttpRequest()
    const unreachable = () => resolve({ type: 'unreachable', code: -404 })
    const address = new URL(config.roots[entry.root ?? 'campus'] + entry.path, location.href).href
    request.open('POST', address)
    request.timeout = config.timeout
    request.setRequestHeader('Content-Type', 'application/json')
    request.setRequestHeader('Accept-Language', currentLanguage())
    if (sentAs !== undefined) request.setRequestHeader('Authorization', sentAs)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      // This kind of request follows redirects; a captive portal's page must not pass for an answer.
      if (request.responseURL !== '' && request.responseURL !== address) resolve({ type: 'unreadable', code: -404 })
      else resolve(judge({ call: entry, response: answerOf(request), text: request.responseText }))
    })
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, unreachable)
    request.send(JSON.stringify(entry.input.encode(input)))
  })

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
