import { messagesWords } from '#words/messages'
import { chinaDay } from '../../platform/clock.ts'
import type { Ask, Tools } from '../../platform/http/handler.ts'
import { notify } from '../notices/face.ts'
import { noteReminders } from './store.ts'

const GOOD_SECONDS = 24 * 3600

/** What a student is reminded of, in both languages. */
export interface Reminder {
  readonly zh: string
  readonly en: string
}

/**
 * Remind students by a notice of their own, and by a text where there is a service and they have a
 * phone; at most once a person and day, whoever asks. Who has withdrawn is left alone. Answers the
 * codes of those who were reminded.
 */
export async function remind(
  { db, now, tools }: Pick<Ask<unknown>, 'db' | 'now'> & { tools: Pick<Tools, 'sms'> },
  students: readonly string[],
  text: Reminder,
): Promise<string[]> {
  const { reminder } = messagesWords
  const fresh = await noteReminders(db, { students, day: chinaDay(now) })
  for (const { code, phone } of fresh) {
    await notify(db, {
      subject: `student:${code}`,
      title: reminder.zh,
      titleEn: reminder.en,
      content: text.zh,
      contentEn: text.en,
      now,
    })
    if (phone !== '')
      await tools.sms.send(db, { phone, text: text.zh, now, goodSeconds: GOOD_SECONDS })
  }
  return fresh.map(({ code }) => code)
}
