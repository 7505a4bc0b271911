import { MAX_RECEIPTS_PER_CALL, phoneReports } from '#contract/phone-reports'
import { findUnverifiedReceipts, applyReceiptCheck } from '#offline/outbox/receipt-check'
import { exchangeCall } from '#offline/transport/exchange-call'
import { getRequestSettings } from '../network/request-settings.ts'
import { appConfig } from '../platform/config.ts'
import { serverNow } from '../platform/server-clock.ts'
import { currentSession, getSessionToken } from '../session/session.ts'
import { outboxDatabase, outboxChannel } from './outbox-reader.ts'
import { sendPendingItems } from './sender.ts'

/**
 * Asks the university whether it has the submissions that this person's older receipts confirm.
 * Puts those that it lacks back into the outbox (decision 0101). `epoch`: the current epoch of the
 * university's database (an epoch begins with each restore). Resolves to false if not all receipts
 * could be checked.
 */
export async function verifyReceipts(epoch: string): Promise<boolean> {
  for (;;) {
    const [subject, secret] = [currentSession()?.subject, getSessionToken()]
    if (subject === undefined || secret === undefined) return false
    const doubted = await findUnverifiedReceipts(outboxDatabase, {
      subject,
      epoch,
      now: serverNow(),
      restorableDays: appConfig.restorableDays,
    })
    const asked = doubted.slice(0, MAX_RECEIPTS_PER_CALL)
    if (asked.length === 0) return true
    const answer = await exchangeCall({
      call: phoneReports.received,
      input: { receipts: asked.map(({ form, key }) => ({ form, key })) },
      to: getRequestSettings(),
      token: secret,
    })
    // A response from another epoch says nothing about this epoch.
    if (answer.type !== 'ok' || answer.epoch !== epoch) return false
    const { gone, newer } = answer.data
    const checkResult = { gone: new Set(gone), newer: new Set(newer) }
    if ((await applyReceiptCheck(outboxDatabase, { asked, epoch, checkResult })) > 0)
      sendPendingItems({ trigger: 'reachable' })
    outboxChannel.publish('changed')
  }
}
