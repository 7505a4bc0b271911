import { campusFormIdOf } from '#contract/campus-form-names'
import { type CampusFormAttachment, campusFormDelivery } from '#contract/campus-form-submission'
import type { SenderIdentity, UploadProgress } from '../outbox/outbox-records.ts'
import type { exchangeCall } from '../transport/exchange-call.ts'
import { exchangeUpload } from '../transport/exchange-upload.ts'
import type { CallOutcome } from '../transport/outcome.ts'
import { classifyOutcome, type DeliveryResult } from './classify-outcome.ts'

/**
 * The sizes of a part, bytes. A part has to arrive within the timeout of a request, also at 10 kbit/s,
 * so parts begin small and grow while the network is fast.
 */
const SMALLEST_PART = 32 * 1024
const LARGEST_PART = 256 * 1024
/** A part that arrives within this time, ms, is followed by one of twice its size. */
const FAST_MS = 4_000

/** What an upload needs of its sending round. */
export interface UploadTools {
  readonly exchange: typeof exchangeCall
  readonly upload?: typeof exchangeUpload | undefined
  readonly readFile: (id: string) => Promise<ArrayBuffer | undefined>
  readonly now: () => number
  readonly onAnswer: (outcome: CallOutcome<unknown>['type']) => void
  /** Renews the lease and stores the progress. Resolves to false if the lease is lost. */
  readonly renew: (progress: UploadProgress) => Promise<boolean>
  /** When the upload gives way to other items, ms since the epoch. */
  readonly until: number
}

/**
 * Uploads the files of an item that the university lacks, each from the byte where an earlier
 * upload was cut. Resolves to undefined when the university has all of them. 'untouched': the
 * upload has given way to other items, and goes on in the next round.
 */
export async function uploadAttachments(
  tools: UploadTools,
  { form, files }: { form: string; files: readonly CampusFormAttachment[] },
  bearer: SenderIdentity,
): Promise<DeliveryResult | { readonly type: 'untouched' } | undefined> {
  const { exchange, upload = exchangeUpload, now, onAnswer, until } = tools
  const to = { to: bearer, token: bearer.token }
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  let hasProgressed = false
  let partSize = SMALLEST_PART
  const fail = (outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>) => {
    const result = classifyOutcome(outcome, { sendsReceipts: false })
    return result.type === 'later' && hasProgressed ? { ...result, hasProgressed } : result
  }
  const busy = { type: 'later', silent: false, campusResponded: true } as const
  for (const file of files) {
    const asked = await exchange({
      call: campusFormDelivery.received,
      input: { attachment: file.id },
      ...to,
    })
    onAnswer(asked.type)
    if (asked.type !== 'ok') return fail(asked)
    let sent = asked.data.bytes
    let stalls = 0
    let content: ArrayBuffer | undefined
    while (sent < file.bytes) {
      if (!(await tools.renew({ sent: before + sent, total }))) return busy
      if (hasProgressed && now() >= until) return { type: 'untouched' }
      content ??= await tools.readFile(file.id)
      if (content === undefined)
        return { type: 'needs-you', problem: { message: '', filesMissing: true } }
      const begin = now()
      const part = content.slice(sent, sent + partSize)
      const answer = await upload({
        call: campusFormDelivery.attach,
        body: new Blob([part]),
        name: file.name,
        fields: {
          attachment: file.id,
          form: campusFormIdOf(form) ?? '',
          offset: String(sent),
          total: String(file.bytes),
          sha256: file.sha256,
          type: file.type,
        },
        ...to,
      })
      onAnswer(answer.type)
      if (answer.type !== 'ok') return fail(answer)
      // The university can have more than this phone knew, or less if it has deleted the file.
      stalls = answer.data.bytes > sent ? 0 : stalls + 1
      if (stalls > 2) return busy
      hasProgressed ||= answer.data.bytes > sent
      sent = answer.data.bytes
      if (now() - begin < FAST_MS) partSize = Math.min(LARGEST_PART, partSize * 2)
    }
    before += file.bytes
  }
  return (await tools.renew({ sent: total, total })) ? undefined : busy
}
