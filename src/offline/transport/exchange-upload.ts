import { FILE_BODY_CONTENT_TYPE, FILE_NAME_PARAMETER, type UploadCall } from '#contract/call'
import { type ExchangeParams, sendRequest } from './exchange-call.ts'
import { sendWithFetch } from './fetch-transport.ts'
import type { CallOutcome } from './outcome.ts'

/**
 * Uploads a file, or a part of it, as the whole body of a request; `fields` are its other text
 * fields. Like `exchangeCall`, it never rejects and never retries.
 */
export async function exchangeUpload<O>({
  call,
  body,
  name,
  fields,
  to,
  token,
  fetch,
}: {
  readonly call: UploadCall<O>
  readonly body: Blob
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  readonly to: ExchangeParams<never, O>['to']
  readonly token: string
  readonly fetch?: typeof globalThis.fetch
}): Promise<CallOutcome<O>> {
  const query = new URLSearchParams({ ...fields, [FILE_NAME_PARAMETER]: name })
  try {
    return await sendRequest({
      call,
      to,
      token,
      address: `${to.roots.campus}${call.path}?${query}`,
      headers: { 'Content-Type': FILE_BODY_CONTENT_TYPE },
      body,
      carry: (request) => sendWithFetch(request, (response) => response.text(), fetch),
    })
  } catch {
    return { type: 'unreachable', code: -404 }
  }
}
