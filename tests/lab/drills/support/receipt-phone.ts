import 'fake-indexeddb/auto'
import { phoneReports } from '#contract/phone-reports'
import { findUnverifiedReceipts, applyReceiptCheck } from '#offline/outbox/receipt-check'
import { exchangeCall } from '#offline/transport/exchange-call'
import { toChinaYear } from '#server/platform/clock'
import { openOfflinePage, sampleTravel } from '../../../support/offline/offline-page.ts'

/**
 * A student's phone that runs the product's outbox, and whose requests can be redirected to another
 * campus.
 */
export interface ReceiptPhone {
  /** Submit a travel record with this remark. Resolves once the university has confirmed it. */
  readonly submitTravel: (remark: string) => Promise<void>
  /** Use this address of the campus from now on. */
  readonly moveTo: (url: string) => void
  /**
   * Read the campus's database epoch, and ask for older receipts. Returns the remarks of the lost
   * submissions.
   */
  readonly findLostReceipts: () => Promise<string[]>
  /** Send the lost submissions again. Returns the number of receipts afterwards. */
  readonly resendLost: () => Promise<number>
}

const ROOTS = {
  campus: 'http://campus.test',
  management: 'http://campus.test',
  provider: 'http://campus.test',
}

/** A phone to which this student is bound. */
export async function openReceiptPhone(
  url: string,
  { code, token }: { code: string; token: string },
): Promise<ReceiptPhone> {
  let base = url
  const clock = { now: Date.now() }
  const fetching: typeof fetch = (input, init) =>
    typeof input === 'string'
      ? fetch(input.replace('http://campus.test', base), init)
      : fetch(input, init)
  const { database, outbox, sendRound, bind } = openOfflinePage({
    fetch: fetching,
    clock,
    storage: code,
  })
  await bind(code, token)
  const year = toChinaYear(new Date())
  const send = async () => {
    clock.now += 60_000
    await sendRound({ trigger: 'manual' })
    const left = await outbox.list(code)
    if (left.length > 0) throw new Error(`${left[0]?.state}: ${left[0]?.lastProblem?.message}`)
  }
  const asked = async (receipts: readonly { form: string; key: string }[]) => {
    const answer = await exchangeCall({
      call: phoneReports.received,
      input: { receipts: receipts.map(({ form, key }) => ({ form, key })) },
      to: { roots: ROOTS, language: 'zh', timeout: 30_000 },
      token,
      fetch: fetching,
    })
    if (answer.type !== 'ok') throw new Error(`asking: ${answer.type}`)
    return answer
  }
  return {
    submitTravel: async (remark) => {
      const [startDate, arrivalDate] = [`${year}-08-20`, `${year}-08-21`]
      const payload = sampleTravel({ student: code, startDate, arrivalDate, remark })
      await outbox.add({ form: 'travel', subject: code, payload })
      await send()
    },
    moveTo: (there) => {
      base = there
    },
    findLostReceipts: async () => {
      const { epoch } = await asked([])
      if (epoch === undefined) throw new Error('the campus names no epoch')
      const doubted = await findUnverifiedReceipts(database, {
        subject: code,
        epoch,
        now: clock.now,
      })
      const { gone, newer } = (await asked(doubted)).data
      const checkResult = { gone: new Set(gone), newer: new Set(newer) }
      await applyReceiptCheck(database, { asked: doubted, epoch, checkResult })
      return (await outbox.list(code)).map(({ payload }) => JSON.stringify(payload))
    },
    resendLost: async () => {
      for (const { order } of await outbox.list(code)) await outbox.retry(order)
      await send()
      return (await outbox.receipts(code)).length
    },
  }
}
