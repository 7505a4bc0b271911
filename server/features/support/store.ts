import type { Db } from '../../platform/database/db.ts'
import { createSecret } from '../../platform/sessions/secrets.ts'

interface Complaint {
  readonly subject: string
  /** The author, if it is a student; only students can attach images. */
  readonly student: string | undefined
  readonly content: string
  readonly category: string | null
  readonly images: readonly Buffer[]
  readonly now: Date
}

/** Stores a complaint or suggestion with its images. */
export async function storeComplaint(
  db: Db,
  { subject, student, content, category, images, now }: Complaint,
): Promise<void> {
  const { id } = await db
    .insertInto('advice')
    .values({ subject, content, category_id: category, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (student === undefined || images.length === 0) return
  const stored = images.map((bytes) => ({ id: createSecret(), bytes }))
  await db
    .insertInto('image')
    .values(
      stored.map((one) => ({
        ...one,
        student_code: student,
        purpose: 'complaint' as const,
        type: 'image/jpeg',
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('advice_picture')
    .values(stored.map((one, position) => ({ image_id: one.id, advice_id: id, position })))
    .execute()
}

/** Lists the complaint categories, in the office's order. */
export const findCategories = (db: Db) =>
  db
    .selectFrom('complaint_category')
    .select(['id', 'name'])
    .where('withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Whether a complaint can have this category. */
export const isCategoryOffered = async (db: Db, category: string): Promise<boolean> =>
  (await findCategories(db)).some(({ id }) => id === category)

/** Lists a person's newest complaints, each with its images and its events, the oldest first. */
export async function findOwnComplaints(
  db: Db,
  { subject, most }: { subject: string; most: number },
) {
  const written = await db
    .selectFrom('advice')
    .leftJoin('complaint_category as about', 'about.id', 'advice.category_id')
    .select(['advice.id', 'content', 'created_at', 'answered_at', 'closed_at'])
    .select('about.name as category')
    .where('subject', '=', subject)
    .orderBy('advice.id', 'desc')
    .limit(most)
    .execute()
  const ids = written.map(({ id }) => id)
  if (ids.length === 0) return []
  const events = await db
    .selectFrom('inbox_event')
    .select(['id', 'advice_id', 'act', 'content', 'at'])
    .where('advice_id', 'in', ids)
    .where('act', 'in', ['answer', 'unsolved'])
    .orderBy('id')
    .execute()
  const pictures = await db
    .selectFrom('advice_picture')
    .select(['advice_id', 'image_id'])
    .where('advice_id', 'in', ids)
    .orderBy('position')
    .execute()
  return written.map((one) => ({
    ...one,
    events: events.filter(({ advice_id }) => advice_id === one.id),
    pictures: pictures.flatMap(({ advice_id, image_id }) => (advice_id === one.id ? image_id : [])),
  }))
}

/** Finds a person's complaint and locks it until the transaction ends. */
export const lockOwnComplaint = (db: Db, { subject, id }: { subject: string; id: number }) =>
  db
    .selectFrom('advice')
    .select(['id', 'answered_at', 'closed_at'])
    .where('subject', '=', subject)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Reopens a complaint, with a text in which the author describes what is not solved. */
export async function reopenComplaint(
  db: Db,
  { id, content, now }: { id: number; content: string; now: Date },
): Promise<void> {
  await db
    .insertInto('inbox_event')
    .values({
      advice_id: id,
      request_id: null,
      act: 'unsolved',
      staff_code: null,
      content,
      at: now,
    })
    .execute()
  await db
    .updateTable('advice')
    .set({ answered_at: null, closed_at: null })
    .where('id', '=', id)
    .execute()
}

interface ServiceRequest {
  readonly subject: string
  readonly openId: string | null
  readonly told: boolean
  readonly now: Date
}

/** Stores a request for customer service, even if no message could be sent. */
export const storeServiceRequest = (db: Db, { subject, openId, told, now }: ServiceRequest) =>
  db
    .insertInto('service_request')
    .values({ subject, open_id: openId, told, created_at: now })
    .execute()
