import { sql } from 'kysely'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'

const RETENTION_SECONDS = 30 * DAY_SECONDS
/** The time for which a delivery is repeated. */
const REPEAT_SECONDS = 3 * DAY_SECONDS

/** Lists the endpoints with the numbers of their deliveries. */
export const listEndpoints = (db: Db) =>
  db
    .selectFrom('webhook_endpoint as endpoint')
    .select(['id', 'name', 'url', 'events', 'delivered_at'])
    .select([
      sql<number>`(select count(*)::int from webhook_delivery where endpoint_id = endpoint.id and state = 'waiting')`.as(
        'waiting',
      ),
      sql<number>`(select count(*)::int from webhook_delivery where endpoint_id = endpoint.id and state = 'given up')`.as(
        'given_up',
      ),
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Inserts an endpoint. */
export const insertEndpoint = (
  db: Db,
  row: {
    id: string
    name: string
    url: string
    events: string[]
    sealed: Buffer
    created_at: Date
  },
) => db.insertInto('webhook_endpoint').values(row).execute()

/** Deletes an endpoint with its deliveries; returns its name, or undefined if there is none. */
export const deleteEndpoint = async (db: Db, id: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('webhook_endpoint')
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
  )?.name

/** Lists a page of an endpoint's deliveries, newest first, before an event. */
export const listDeliveries = (
  db: Db,
  { endpoint, before, most }: { endpoint: string; before: string | undefined; most: number },
) =>
  db
    .selectFrom('webhook_delivery as one')
    .innerJoin('webhook_event as event', 'event.id', 'one.event_id')
    .innerJoin('student', 'student.code', 'event.student_code')
    .select([
      'one.event_id',
      'event.type',
      'event.at',
      'one.state',
      'tries',
      'one.status',
      'next_at',
    ])
    .select((e) => e.fn.coalesce('student.number', 'exam_number', e.val('')).as('student'))
    .where('one.endpoint_id', '=', endpoint)
    .$if(before !== undefined, (query) => query.where('one.event_id', '<', before ?? '0'))
    .orderBy('one.event_id', 'desc')
    .limit(most)
    .execute()

/**
 * Makes an event of an endpoint due again, or all that were given up. The next attempts have three
 * days. Returns how many events these are.
 */
export async function replayDeliveries(
  db: Db,
  { endpoint, event, now }: { endpoint: string; event: string | undefined; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      state: 'waiting',
      tries: 0,
      next_at: now,
      give_up_at: addSeconds(now, REPEAT_SECONDS),
      leased_until: null,
      ended_at: null,
    })
    .where('endpoint_id', '=', endpoint)
    .where((e) => (event === undefined ? e('state', '=', 'given up') : e('event_id', '=', event)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Deletes events that are 30 days old, with their deliveries. */
export const pruneWebhookEvents = (db: Db, now: Date) =>
  db.deleteFrom('webhook_event').where('at', '<', addSeconds(now, -RETENTION_SECONDS)).execute()
