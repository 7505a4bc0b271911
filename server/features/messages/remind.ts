import { textMessagesTexts } from '#i18n/text-messages'
import { chinaDay, DAY_SECONDS } from '../../platform/clock.ts'
import type { Ask, Tools } from '../../platform/http/handler.ts'
import { notifyEach } from '../notices/face.ts'
import { noteReminders } from './store.ts'

const GOOD_SECONDS = DAY_SECONDS

/** What students are reminded of. */
export interface Reminder {
  /** The number of the step. */
  readonly step: number
  readonly title: string
  readonly content: string
}

/**
 * Remind students of a step by a notice of their own, and by a text where the campus's own service
 * sends it and they have a phone; of each step at most once a person and day, whoever asks. Who has
 * withdrawn is left alone. Answers how many were reminded.
 */
export async function remind(
  { db, now, tools }: Pick<Ask<unknown>, 'db' | 'now'> & { tools: Pick<Tools, 'sms'> },
  students: readonly string[],
  { step, title, content }: Reminder,
): Promise<number> {
  const fresh = await noteReminders(db, { students, step, day: chinaDay(now), now })
  if (fresh.length === 0) return 0
  const subjects = fresh.map(({ code }) => `student:${code}`)
  await notifyEach(db, { subjects, title, content, now })
  const phones = fresh.map(({ phone }) => phone).filter((phone) => phone !== '')
  const text = textMessagesTexts.reminder.zh(title)
  await tools.sms.sendEach(db, { phones, text, now, goodSeconds: GOOD_SECONDS })
  return fresh.length
}
