import * as v from 'valibot'
import type { FileCall } from '#contract/call'
import { isFromCampus, interpretResponse } from '#offline/transport/exchange-call'
import { sendWithFetch } from '#offline/transport/fetch-transport'
import { currentLanguage } from '../language/language.ts'
import { config } from '../platform/config.ts'
import { getSessionToken } from '../session/session.ts'
import { type Outcome, applyOutcome } from './call-api.ts'

/**
 * Fetch a picture that only its owner may see; a plain address could not carry the token (D-80).
 * Nothing keeps it.
 */
export const fetchImage = (entry: FileCall, key: string): Promise<Outcome<Blob>> =>
  fetchFile(entry, key, 'image/')

/**
 * Fetch an address of bytes with the token; `type` is what its content type begins with. Nothing
 * keeps it.
 */
export async function fetchFile(
  entry: FileCall,
  key: string,
  type: string,
): Promise<Outcome<Blob>> {
  const sentAs = getSessionToken()
  const outcome = await requestFile({ address: fileAddress(entry, key), type, sentAs })
  applyOutcome(outcome, sentAs)
  return outcome
}

/** The address of bytes. */
export const fileAddress = (entry: FileCall, key: string): string =>
  `${config.roots.campus}${entry.path}?${entry.parameter}=${encodeURIComponent(key)}`

/** Put a file where the phone keeps its downloads. */
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

async function requestFile({ address, type, sentAs }: FileRequest): Promise<Outcome<Blob>> {
  const headers = {
    'Accept-Language': currentLanguage(),
    ...(sentAs !== undefined && { Authorization: sentAs }),
  }
  const request = { address, method: 'GET', headers, timeout: config.timeout } as const
  const answer = await sendWithFetch(request, async (response) => {
    const bytes = await response.blob()
    const isOurs = !config.echoesKeys || isFromCampus(response)
    return isOurs && response.ok && bytes.type.startsWith(type)
      ? { bytes }
      : { text: await bytes.text() }
  })
  if (answer === undefined) return { type: 'unreachable', code: -404 }
  const { response, body } = answer
  if (body.bytes !== undefined) return { type: 'ok', data: body.bytes, echoed: false }
  const told = interpretResponse({
    call: NO_BYTES,
    echoesKeys: config.echoesKeys,
    response,
    text: body.text,
  })
  // An address of bytes says no with a status; its words are for programs.
  return told.type === 'refused' ? { ...told, message: '' } : told
}

// Whatever else comes in place of the bytes is judged as the answer of a call that has no good one.
const NO_BYTES: Parameters<typeof interpretResponse<Blob>>[0]['call'] = {
  rule: { isSuccess: () => false, isRefusal: () => false, success: {}, refusal: () => ({}) },
  output: { decode: v.never(), encode: () => null, schema: v.never() },
}
