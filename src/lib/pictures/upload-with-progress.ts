import {
  FILE_NAME_PARAMETER,
  FILE_BODY_CONTENT_TYPE,
  type OnlineWrite,
  type UploadCall,
} from '#contract/call'
import { sendRequest } from '#offline/transport/exchange-call'
import { type CallOutcome, applyCallOutcome } from '../network/call-api.ts'
import { trackNetworkExchange } from '../network/network-status.ts'
import { type OnProgress, postWithProgress } from '../network/post-with-progress.ts'
import { getRequestSettings } from '../network/request-settings.ts'
import { appConfig } from '../platform/config.ts'
import { getSessionToken } from '../session/session.ts'

/**
 * Makes a call with a large body and reports its progress. The outcome is interpreted like that of
 * any other call. The call is never retried automatically.
 */
export function callWithProgress<I, O>(
  entry: OnlineWrite<I, O>,
  input: I,
  onProgress: OnProgress,
): Promise<CallOutcome<O>> {
  const address = appConfig.roots[entry.root ?? 'campus'] + entry.path
  return sendBody({
    call: entry,
    address,
    body: JSON.stringify(entry.input.encode(input)),
    onProgress,
  })
}

/**
 * Uploads a file once, in the format that its call expects: as the whole body, or as a field of a
 * form. `beside` are the other text fields. Every outcome is returned as data.
 */
export function uploadFile<O>(
  entry: UploadCall<O>,
  file: File,
  {
    beside = {},
    onProgress = () => {},
  }: { beside?: Readonly<Record<string, string>>; onProgress?: OnProgress } = {},
): Promise<CallOutcome<O>> {
  const address = appConfig.roots.campus + entry.path
  if (entry.field === undefined) {
    const query = new URLSearchParams({ ...beside, [FILE_NAME_PARAMETER]: file.name })
    return sendBody({ call: entry, address: `${address}?${query}`, body: file, onProgress })
  }
  const body = new FormData()
  for (const [name, text] of Object.entries(beside)) body.append(name, text)
  body.append(entry.field, file)
  return sendBody({ call: entry, address, body, onProgress })
}

async function sendBody<O>({
  call,
  address,
  body,
  onProgress,
}: {
  call: Parameters<typeof sendRequest<O>>[0]['call']
  address: string
  body: string | FormData | Blob
  onProgress: OnProgress
}): Promise<CallOutcome<O>> {
  const sentAs = getSessionToken()
  const outcome = await sendRequest({
    call,
    address,
    body,
    to: getRequestSettings(),
    token: sentAs,
    ...(body instanceof Blob && { headers: { 'Content-Type': FILE_BODY_CONTENT_TYPE } }),
    carry: (request) => postWithProgress(request, onProgress),
  })
  // The exchange is tracked only after its end, because a long upload does not mean an unresponsive
  // network.
  await trackNetworkExchange(Promise.resolve(outcome))
  applyCallOutcome(outcome, sentAs)
  return outcome
}
