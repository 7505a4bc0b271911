import type { FileCall } from '#contract/call'
import { retryAfter } from '#offline/exchange'
import { type Outcome, takeIn } from './call.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'
import { token } from './session.ts'

/** Fetch a picture that only its owner may see; a plain address could not carry the token (D-80). Nothing keeps it. */
export async function fetchImage(entry: FileCall, key: string): Promise<Outcome<Blob>> {
  const sentAs = token()
  const outcome = await fetched(`${config.roots.campus}${entry.path}?${entry.parameter}=${encodeURIComponent(key)}`, sentAs)
  takeIn(outcome, sentAs)
  return outcome
}

async function fetched(address: string, sentAs: string | undefined): Promise<Outcome<Blob>> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), config.timeout)
  try {
    const response = await fetch(address, {
      headers: { 'Accept-Language': currentLanguage(), ...(sentAs !== undefined && { Authorization: sentAs }) },
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
      signal: stop.signal,
    })
    return judged(response, await response.blob())
  } catch {
    return { type: 'unreachable', code: -404 }
  } finally {
    clearTimeout(timer)
  }
}

function judged({ ok, status, headers }: Response, blob: Blob): Outcome<Blob> {
  if (status === 401) return { type: 'signed-out', page: 'root' }
  if (status === 429) return { type: 'too-many', after: retryAfter(headers) ?? 1 }
  if (status === 403 || status === 404) return { type: 'refused', status, message: '' }
  if (!ok || !blob.type.startsWith('image/')) return { type: 'unreadable', code: -404, status }
  return { type: 'ok', data: blob, echoed: false }
}
