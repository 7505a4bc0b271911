import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { addSeconds, DAY_SECONDS } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { Settings } from '../settings/settings.ts'

/** A text for a telephone. */
export interface SmsMessage {
  readonly phone: string
  readonly text: string
  readonly now: Date
  /** After so many seconds it is of no use any more. */
  readonly goodSeconds: number
}

/** Messages to telephones as the backend sees them. */
export interface SmsSender {
  /**
   * Send a text, with the transaction that causes it: where that fails nothing is sent. 'shown' was
   * sent nowhere, so the answer may say it; 'none' says that there is nobody to send it.
   */
  readonly send: (db: Db, text: SmsMessage) => Promise<'sent' | 'shown' | 'none'>
  /** The same to many, in one statement; where the campus has no service of its own, to nobody. */
  readonly sendToMany: (
    db: Db,
    texts: Omit<SmsMessage, 'phone'> & { readonly phones: readonly string[] },
  ) => Promise<void>
}

/**
 * Who sends texts by the settings: nobody, the campus's own service, or the demo campus, whose
 * people have no phones and which shows the text itself.
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
  sendToMany: async (db, { phones, text, now, goodSeconds }) => {
    if (sms !== 'webhook' || phones.length === 0) return
    await sql`
      insert into message_out (id, phone, text, created_at, next_at, good_until, state)
      select gen_random_uuid()::text, phone, ${text}, ${now}, ${now}, ${addSeconds(now, goodSeconds)}, 'waiting'
      from unnest(${phones}::text[]) as phone`.execute(db)
  },
})

const RETENTION_SECONDS = 30 * DAY_SECONDS

/** Forget texts that were sent long ago. */
export const pruneSmsMessages = (db: Db, now: Date) =>
  db.deleteFrom('message_out').where('ended_at', '<', addSeconds(now, -RETENTION_SECONDS)).execute()
