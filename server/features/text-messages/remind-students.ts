import { toChinaDay } from '../../platform/clock.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { notifyPeople } from '../notices/public.ts'
import { recordReminders } from './store.ts'

/** The content of a reminder. */
export interface Reminder {
  /** The number of the step, or the id of a form that is no step. */
  readonly of: number | string
  readonly title: string
  readonly content: string
}

/**
 * Reminds students of a step or a form by a notice, which the campus's other channels also deliver.
 * Each student gets at most one reminder for each of them and day; withdrawn students get none. Returns
 * the number of reminded students.
 */
export async function remindStudents(
  { db, now }: Pick<HandlerRequest<unknown>, 'db' | 'now'>,
  students: readonly string[],
  { of, title, content }: Reminder,
): Promise<number> {
  const fresh = await recordReminders(db, { students, of, day: toChinaDay(now), now })
  if (fresh.length === 0) return 0
  const subjects = fresh.map((code) => `student:${code}`)
  await notifyPeople(db, {
    subjects,
    title: { zh: title, en: '' },
    content: { zh: content, en: '' },
    topic: 'reminder',
    now,
  })
  return fresh.length
}
