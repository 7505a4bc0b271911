import type { Db } from '../../platform/database/database.ts'

/** Store a complaint or suggestion for the staff who read them. */
export const keepAdvice = (
  db: Db,
  { subject, content, now }: { subject: string; content: string; now: Date },
) => db.insertInto('advice').values({ subject, content, created_at: now }).execute()

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
