import { MOST_ASKED, phones } from '#contract/phones'
import { exchange } from '#offline/exchange'
import { receiptsInDoubt, takeIn } from '#offline/lost-receipts'
import { serverNow } from '../clock.ts'
import { config } from '../config.ts'
import { destination } from '../destination.ts'
import { currentSession, token } from '../session.ts'
import { database, news } from './read.ts'
import { pump } from './sender.ts'

/**
 * Ask whether the university has what this person's older receipts confirm, and bring back into the
 * outbox what it has not (decision 0101). False: not all was answered.
 */
export async function askAbout(epoch: string): Promise<boolean> {
  for (;;) {
    const [subject, secret] = [currentSession()?.subject, token()]
    if (subject === undefined || secret === undefined) return false
    const doubted = await receiptsInDoubt(database, {
      subject,
      epoch,
      now: serverNow(),
      restorableDays: config.restorableDays,
    })
    const asked = doubted.slice(0, MOST_ASKED)
    if (asked.length === 0) return true
    const answer = await exchange({
      call: phones.received,
      input: { receipts: asked.map(({ form, key }) => ({ form, key })) },
      to: destination(),
      token: secret,
    })
    // An answer of yet another life says nothing about this one.
    if (answer.type !== 'ok' || answer.epoch !== epoch) return false
    const { gone, newer } = answer.data
    const heard = { gone: new Set(gone), newer: new Set(newer) }
    if ((await takeIn(database, { asked, epoch, heard })) > 0) pump({ urge: 'sign' })
    news.tell('changed')
  }
}
