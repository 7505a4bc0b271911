import { randomUUID } from 'node:crypto'
import { addSeconds, DAY_SECONDS } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/settings.ts'

/** An SMS message. */
export interface SmsMessage {
  readonly phone: string
  readonly text: string
  readonly now: Date
  /** The time after which the message is no longer delivered, seconds. */
  readonly goodSeconds: number
}

/** Sends SMS messages. */
export interface SmsSender {
  /**
   * Queues a message in the caller's transaction; if the transaction is rolled back, nothing is
   * sent. 'shown': the message was not sent, and the response can contain the text (demo). 'none':
   * the campus has no SMS service.
   */
  readonly send: (db: Db, text: SmsMessage) => Promise<'sent' | 'shown' | 'none'>
}

/**
 * Creates the SMS sender of the settings: none, the campus's own service, or that of the demo
 * campus. The demo campus shows the text in the response, because its people have no phones.
 */
export const createSmsSender = ({ sms }: Pick<Settings, 'sms'>): SmsSender => ({
  send: async (db, { phone, text, now, goodSeconds }) => {
    if (sms === 'none') return 'none'
    const isShown = sms === 'sandbox'
    await db
      .insertInto('message_out')
      .values({
        id: randomUUID(),
        phone,
        text,
        created_at: now,
        next_at: now,
        good_until: addSeconds(now, goodSeconds),
        leased_until: null,
        state: isShown ? 'shown' : 'waiting',
        ended_at: isShown ? now : null,
      })
      .execute()
    return isShown ? 'shown' : 'sent'
  },
})

const RETENTION_SECONDS = 30 * DAY_SECONDS

/** Deletes messages that were finished 30 days ago. */
export const pruneSmsMessages = (db: Db, now: Date) =>
  db.deleteFrom('message_out').where('ended_at', '<', addSeconds(now, -RETENTION_SECONDS)).execute()
