import type { Db } from '../../platform/database/database.ts'

/** Store a complaint or suggestion for the staff who read them. */
export const keepAdvice = (
  db: Db,
  { subject, content, now }: { subject: string; content: string; now: Date },
) => db.insertInto('advice').values({ subject, content, created_at: now }).execute()

/** The newest complaints of somebody, each with what was answered, oldest answer first. */
export async function findOwnAdvice(db: Db, { subject, most }: { subject: string; most: number }) {
  const written = await db
    .selectFrom('advice')
    .select(['id', 'content', 'created_at', 'answered_at'])
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  const ids = written.map(({ id }) => id)
  const answers =
    ids.length === 0
      ? []
      : await db
          .selectFrom('inbox_answer')
          .select(['id', 'advice_id', 'content', 'answered_at'])
          .where('advice_id', 'in', ids)
          .orderBy('id')
          .execute()
  return written.map((one) => ({
    ...one,
    answers: answers.filter(({ advice_id }) => advice_id === one.id),
  }))
}

interface Request {
  readonly subject: string
  readonly openId: string | null
  readonly told: boolean
  readonly now: Date
}

/** Keep that somebody asked for customer service, also where no message could reach them. */
export const keepRequest = (db: Db, { subject, openId, told, now }: Request) =>
  db
    .insertInto('service_request')
    .values({ subject, open_id: openId, told, created_at: now })
    .execute()
