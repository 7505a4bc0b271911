import * as v from 'valibot'
import type { FileCall } from '#contract/call'
import { isFromCampus, interpretResponse } from '#offline/transport/exchange-call'
import { sendWithFetch } from '#offline/transport/fetch-transport'
import { currentLanguage } from '../language/language.ts'
import { appConfig } from '../platform/config.ts'
import { getSessionToken } from '../session/session.ts'
import { type CallOutcome, applyCallOutcome } from './call-api.ts'

/**
 * Fetches an image that only its owner is allowed to see. The token is sent in a header, which an
 * `<img>` cannot send (D-80). The image is not cached.
 */
export const fetchImage = (entry: FileCall, key: string): Promise<CallOutcome<Blob>> =>
  fetchFile(entry, key, 'image/')

/**
 * Fetches a file with the token. `type` is the required prefix of its content type. The file is not
 * cached.
 */
export async function fetchFile(
  entry: FileCall,
  key: string,
  type: string,
): Promise<CallOutcome<Blob>> {
  const sentAs = getSessionToken()
  const outcome = await requestFile({ address: fileAddress(entry, key), type, sentAs })
  applyCallOutcome(outcome, sentAs)
  return outcome
}

/** The URL of a file. */
export const fileAddress = (entry: FileCall, key: string): string =>
  `${appConfig.roots.campus}${entry.path}?${entry.parameter}=${encodeURIComponent(key)}`

/** Saves a file in the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = file.name
  anchor.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

interface FileRequest {
  readonly address: string
  readonly type: string
  readonly sentAs: string | undefined
}

async function requestFile({ address, type, sentAs }: FileRequest): Promise<CallOutcome<Blob>> {
  const headers = {
    'Accept-Language': currentLanguage(),
    ...(sentAs !== undefined && { Authorization: sentAs }),
  }
  const request = { address, method: 'GET', headers, timeout: appConfig.timeout } as const
  const answer = await sendWithFetch(request, async (response) => {
    const bytes = await response.blob()
    const isOurs = !appConfig.echoesKeys || isFromCampus(response)
    return isOurs && response.ok && bytes.type.startsWith(type)
      ? { bytes }
      : { text: await bytes.text() }
  })
  if (answer === undefined) return { type: 'unreachable', code: -404 }
  const { response, body } = answer
  if (body.bytes !== undefined) return { type: 'ok', data: body.bytes, echoed: false }
  const told = interpretResponse({
    call: NO_BYTES,
    echoesKeys: appConfig.echoesKeys,
    response,
    text: body.text,
  })
  // A file endpoint refuses with an HTTP status; the text of the response's body is not meant for
  // users.
  return told.type === 'refused' ? { ...told, message: '' } : told
}

// A response without a file is interpreted as the response of a call that never succeeds.
const NO_BYTES: Parameters<typeof interpretResponse<Blob>>[0]['call'] = {
  rule: { isSuccess: () => false, isRefusal: () => false, success: {}, refusal: () => ({}) },
  output: { decode: v.never(), encode: () => null, schema: v.never() },
}
