import { FILE_NAME, FILE_TYPE, type LiveWrite, type UploadCall } from '#contract/call'
import { send } from '#offline/exchange'
import { type Outcome, takeIn } from '../call.ts'
import { config } from '../config.ts'
import { destination } from '../destination.ts'
import { watched } from '../network.ts'
import { type OnProgress, post } from '../post.ts'
import { token } from '../session.ts'

/**
 * Make a call with a heavy body and tell how far it has got. Judged like every other call, and like
 * those never repeated by itself.
 */
export function upload<I, O>(
  entry: LiveWrite<I, O>,
  input: I,
  onProgress: OnProgress,
): Promise<Outcome<O>> {
  const address = config.roots[entry.root ?? 'campus'] + entry.path
  return posted({
    call: entry,
    address,
    body: JSON.stringify(entry.input.encode(input)),
    onProgress,
  })
}

/** Post a file, once, as its call takes it. Every outcome is data, as with every other call. */
export function uploadFile<O>(
  entry: UploadCall<O>,
  file: File,
  {
    beside = {},
    onProgress = () => {},
  }: { beside?: Readonly<Record<string, string>>; onProgress?: OnProgress } = {},
): Promise<Outcome<O>> {
  const address = config.roots.campus + entry.path
  if (entry.field === undefined) {
    const query = new URLSearchParams({ ...beside, [FILE_NAME]: file.name })
    return posted({ call: entry, address: `${address}?${query}`, body: file, onProgress })
  }
  const body = new FormData()
  for (const [name, text] of Object.entries(beside)) body.append(name, text)
  body.append(entry.field, file)
  return posted({ call: entry, address, body, onProgress })
}

async function posted<O>({
  call,
  address,
  body,
  onProgress,
}: {
  call: Parameters<typeof send<O>>[0]['call']
  address: string
  body: string | FormData | Blob
  onProgress: OnProgress
}): Promise<Outcome<O>> {
  const sentAs = token()
  const outcome = await send({
    call,
    address,
    body,
    to: destination(),
    token: sentAs,
    ...(body instanceof Blob && { headers: { 'Content-Type': FILE_TYPE } }),
    carry: (request) => post(request, onProgress),
  })
  // Watched only now: a body that takes its time on the way is no silent network.
  await watched(Promise.resolve(outcome))
  takeIn(outcome, sentAs)
  return outcome
}
