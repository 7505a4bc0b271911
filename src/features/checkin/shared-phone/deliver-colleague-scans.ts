import { currentLanguage } from '#app/lib/language/language.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { scanForm } from '#contract/checkin'
import { corridorCheckin } from '#contract/corridor-checkin'
import { upcastStoredItem } from '#contract/queued-form'
import { commonTexts } from '#i18n/common'
import type { DeliveryResult } from '#offline/drain/classify-outcome'
import { forwardItem, findItemsOfOthers } from '#offline/outbox/forward-item'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { parseStoredScan } from '../scans/scans.ts'

// The outbox engine and its database load after the first screen.
const engine = () => import('#app/lib/outbox/engine.ts')

/** Returns the scans that colleagues left on this phone, oldest first. */
export async function findColleagueScans(): Promise<readonly OutboxItem[]> {
  const { outboxDatabase } = await engine()
  const items = await findItemsOfOthers(outboxDatabase, {
    form: 'scan',
    subject: currentSession()?.subject ?? '',
  })
  return items.flatMap((item) => upcastStoredItem(scanForm, item) ?? [])
}

/** The result of a delivery: the number of scans that arrived, and the reason why one did not. */
export interface ColleagueDelivery {
  readonly arrived: number
  readonly problem?: string
}

/**
 * Delivers scans of colleagues one after the other, each under its author's name. Refused scans
 * stay on this phone. The delivery stops at the first request without a response, since the next
 * request would fail too.
 */
export async function deliverColleagueScans(
  items: readonly OutboxItem[],
): Promise<ColleagueDelivery> {
  const { outboxDatabase, outboxChannel, refreshOutboxView } = await engine()
  let arrived = 0
  let problem: string | undefined
  for (const item of items) {
    const { scanned, at, key } = parseStoredScan(item.payload)
    const delivery = await forwardItem({ database: outboxDatabase }, item, {
      call: corridorCheckin.handOver,
      input: { by: item.subject, scanned, at, key },
      form: scanForm,
    })
    if (delivery.type === 'delivered') arrived += 1
    else problem = problemOf(delivery)
    if (delivery.type === 'later' || delivery.type === 'signed-out') break
  }
  if (arrived > 0) outboxChannel.publish('delivered')
  await refreshOutboxView()
  return { arrived, ...(problem !== undefined && { problem }) }
}

function problemOf(delivery: Exclude<DeliveryResult, { type: 'delivered' }>): string {
  const language = currentLanguage()
  switch (delivery.type) {
    case 'needs-you':
    case 'conflict':
      return delivery.problem.message || commonTexts.systemFault[language]
    case 'later':
      return delivery.problem?.message ?? commonTexts.networkError[language]
    case 'signed-out':
      return commonTexts.signedOut[language]
    case 'parked':
      return commonTexts.systemFault[language]
  }
}
