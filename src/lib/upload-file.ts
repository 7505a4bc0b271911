import type { UploadCall } from '#contract/call'
import { judge } from '#offline/exchange'
import { type Outcome, takeIn } from './call.ts'
import { config } from './config.ts'
import { currentLanguage } from './language.ts'
import { watched } from './network.ts'
import { token } from './session.ts'

/** Post a file as a form, once. Every outcome is data, as with every other call. */
export async function uploadFile<O>(entry: UploadCall<O>, file: File): Promise<Outcome<O>> {
  const sentAs = token()
  const outcome = await watched(posted(entry, file, sentAs))
  takeIn(outcome, sentAs)
  return outcome
}

async function posted<O>(entry: UploadCall<O>, file: File, sentAs: string | undefined): Promise<Outcome<O>> {
  const body = new FormData()
  body.append(entry.field, file)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), config.timeout)
  try {
    const response = await fetch(config.roots.campus + entry.path, {
      method: 'POST',
      headers: { 'Accept-Language': currentLanguage(), ...(sentAs !== undefined && { Authorization: sentAs }) },
      body,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'manual',
      signal: stop.signal,
    })
    return judge({ call: entry, response, text: await response.text() })
  } catch {
    return { type: 'unreachable', code: -404 }
  } finally {
    clearTimeout(timer)
  }
}
