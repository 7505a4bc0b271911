import { textMessagesTexts } from '#i18n/text-messages'
import { toChinaDay, DAY_SECONDS } from '../../platform/clock.ts'
import type { HandlerRequest, HandlerServices } from '../../platform/http/handler.ts'
import { notifyPeople } from '../notices/public.ts'
import { recordReminders } from './store.ts'

const VALIDITY_SECONDS = DAY_SECONDS

/** The content of a reminder. */
export interface Reminder {
  /** The number of the step. */
  readonly step: number
  readonly title: string
  readonly content: string
}

/**
 * Reminds students of a step by a notice, and also by SMS if the campus has an SMS service and the
 * student has a phone number. Each student gets at most one reminder for each step and day;
 * withdrawn students get none. Returns the number of reminded students.
 */
export async function remindStudents(
  {
    db,
    now,
    tools,
  }: Pick<HandlerRequest<unknown>, 'db' | 'now'> & { tools: Pick<HandlerServices, 'sms'> },
  students: readonly string[],
  { step, title, content }: Reminder,
): Promise<number> {
  const fresh = await recordReminders(db, { students, step, day: toChinaDay(now), now })
  if (fresh.length === 0) return 0
  const subjects = fresh.map(({ code }) => `student:${code}`)
  await notifyPeople(db, { subjects, title, content, now })
  const phones = fresh.map(({ phone }) => phone).filter((phone) => phone !== '')
  const text = textMessagesTexts.reminder.zh(title)
  await tools.sms.sendToMany(db, { phones, text, now, goodSeconds: VALIDITY_SECONDS })
  return fresh.length
}
