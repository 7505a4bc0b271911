import { sql } from 'kysely'
import { messageChannelTexts as texts } from '#i18n/message-channels'
import { fillTemplateText } from '#i18n/translate'
import { addSeconds, type Clock, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type BackgroundJob, startPeriodicJob } from '../../platform/periodic-job.ts'
import { notifyPeople } from '../notices/public.ts'

const EVERY_MS = 10 * 60 * 1000
const AT_ONCE = 200
/** How old a submission on a phone is before its author is reminded. */
const OLD_SECONDS = DAY_SECONDS
/** How long a student is not reminded again. */
const PAUSE_SECONDS = 3 * DAY_SECONDS

/**
 * Reminds students whose phones have reported submissions that wait for a day. The phone sends by
 * itself when it is online; a message reaches those who have not opened the app since. Returns their
 * number.
 */
export const remindWaitingPhones = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // Two processes do not remind the same student.
    await sql`select pg_advisory_xact_lock(hashtext('waiting reminders'))`.execute(tx)
    const { rows } = await sql<{ waiting: number; subjects: string[] }>`
      select waiting, array_agg('student:' || code) as subjects from (
      select session.code, sum(report.waiting + report.refused)::float8 as waiting
      from phone_report as report join session on session.token_hash = report.session_hash
      join student on student.code = session.code and student.withdrawn_at is null
      where session.role = 'student' and session.ended_at is null and report.waiting + report.refused > 0
        and report.oldest_at < ${addSeconds(now, -OLD_SECONDS)}
        and not exists (select from notice where subject = 'student:' || session.code and topic = 'waiting'
          and published_at > ${addSeconds(now, -PAUSE_SECONDS)})
      group by session.code order by session.code limit ${AT_ONCE}) as held
      group by waiting`.execute(tx)
    for (const { waiting, subjects } of rows)
      await notifyPeople(tx, {
        subjects,
        title: texts.waitingTitle,
        content: fillTemplateText(texts.waitingText, waiting),
        topic: 'waiting',
        now,
      })
    return rows.flatMap(({ subjects }) => subjects).length
  })

/** Reminds every ten minutes until it is stopped. */
export const startWaitingReminders = (
  { db, clock }: { db: Db; clock: Clock },
  onError: (error: unknown) => void,
): BackgroundJob => startPeriodicJob(() => remindWaitingPhones(db, clock.now()), EVERY_MS, onError)
