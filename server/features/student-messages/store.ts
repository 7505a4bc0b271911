import { sql } from 'kysely'
import type { Audience } from '#contract/audiences'
import { EVERY_STUDENT } from '#contract/audiences'
import type { AttemptState, MessageChannelName, MessageTopic } from '#contract/message-channels'
import type { AudienceChoices } from '#contract/student-messages'
import type { Db } from '../../platform/database/db.ts'
import { nameCollegeClass } from '../../platform/database/queries/class-names.ts'
import { type AudienceScope, selectAudience } from '../audiences/public.ts'

type Choice = AudienceChoices['classes'][number]
const choice = (value: string): Choice => ({ value, label: value })
const unique = (values: readonly string[]) => [...new Set(values)].filter((value) => value !== '')

/** Finds the levels of students, also withdrawn ones, with their names. */
export const findLevels = (db: Db) =>
  db.selectFrom('student_level').select(['code', 'name']).execute()

/** Finds the colleges, majors, classes, levels and buildings of the students in a scope. */
export async function findChoices(
  db: Db,
  { scope, now }: { scope: AudienceScope; now: Date },
): Promise<Pick<AudienceChoices, 'colleges' | 'majors' | 'classes' | 'levels' | 'buildings'>> {
  const rows = await selectAudience(db, { audience: EVERY_STUDENT, scope, now })
    .select(['student.department', 'student.major', 'student.class_name', 'student.enrolment'])
    .select('place.building')
    .distinct()
    .execute()
  const levels = await findLevels(db)
  // A class name can stand for classes of several colleges; then each of them is named.
  const colleges = new Map<string, Set<string>>()
  for (const { class_name, department } of rows)
    colleges.set(class_name, (colleges.get(class_name) ?? new Set()).add(department))
  const classes = [...colleges].flatMap(([name, own]) =>
    name === '' ? [] : own.size === 1 ? [name] : [...own].map((one) => nameCollegeClass(one, name)),
  )
  const sorted = (values: readonly string[]) =>
    unique(values)
      .sort((one, other) => one.localeCompare(other, 'zh-CN', { numeric: true }))
      .map(choice)
  const enrolments = new Set(rows.map(({ enrolment }) => enrolment))
  return {
    colleges: sorted(rows.map(({ department }) => department)),
    majors: sorted(rows.map(({ major }) => major)),
    classes: sorted(classes),
    levels: levels
      .filter(({ code }) => enrolments.has(code))
      .map(({ code, name }) => ({ value: code, label: name })),
    buildings: sorted(rows.map(({ building }) => building ?? '')),
  }
}

/** The largest part of a text that is listed, characters of HTML. */
const MAX_CONTENT = 10_000

interface SumRow {
  readonly channel: MessageChannelName
  readonly state: AttemptState
  readonly count: number
  readonly costFen: number
}

interface SentRow {
  readonly id: string
  readonly title: string
  readonly published_at: Date
  readonly by: string
  readonly important: boolean
  readonly content: string
  readonly withdrawn: boolean
  readonly group_value: Audience
  readonly count: number
  readonly read: number
  readonly waiting: number
  readonly sums: SumRow[]
}

/** Lists the messages and notices to groups, newest first, with the results of their channels. */
export async function findSentMessages(
  db: Db,
  { by, before, most }: { by: string | undefined; before: string; most: number },
): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select notice.id, title, published_at, coalesce(staff.name, '') as by, important, group_value,
      left(content, ${MAX_CONTENT}) as content, notice.withdrawn_at is not null as withdrawn,
      (select count(*)::int from notice_recipient where notice_id = notice.id) as count,
      (select count(*)::int from notice_read where notice_id = notice.id and starts_with(subject, 'student:')) as read,
      (select count(*)::int from message_delivery where notice_id = notice.id and ended_at is null
        and notice.withdrawn_at is null) as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('channel', channel, 'state', state, 'count', n, 'costFen', cost)
          order by channel, state)
        from (select channel, state, count(*)::int as n, sum(cost_fen)::int as cost from message_attempt
          where notice_id = notice.id group by channel, state) as sums), '[]') as sums
    from notice left join staff on staff.code = notice.sent_by
    where audience = 'group' and (${by ?? null}::text is null or sent_by = ${by ?? null})
      and (${before} = '' or (to_char(published_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || notice.id) < ${before})
      and status = 'published'
    order by published_at desc, notice.id desc limit ${most}`.execute(db)
  return rows
}

/** Finds a message or notice to a group and locks it; `by` limits it to those of one sender. */
export const lockSentMessage = (db: Db, { id, by }: { id: string; by: string | undefined }) =>
  db
    .selectFrom('notice')
    .select(['title', 'version', 'withdrawn_at'])
    .where('id', '=', id)
    .where('audience', '=', 'group')
    .where('status', '=', 'published')
    .$if(by !== undefined, (query) => query.where('sent_by', '=', by ?? ''))
    .forUpdate()
    .executeTakeFirst()

interface ReceivedRow {
  readonly id: string
  readonly title: string
  readonly topic: MessageTopic
  readonly at: Date
  readonly read_at: Date | null
  readonly withdrawn: boolean
  readonly waiting: boolean
  readonly attempts: {
    channel: MessageChannelName
    state: AttemptState
    code: string
    at: string
  }[]
}

/** Lists what was sent to a student by any channel, newest first. */
export async function findReceivedMessages(
  db: Db,
  { student, before, most }: { student: string; before: string; most: number },
): Promise<ReceivedRow[]> {
  const { rows } = await sql<ReceivedRow>`
    select notice.id, title, coalesce(nullif(topic, ''), 'message') as topic, delivery.created_at as at, read_at,
      notice.withdrawn_at is not null as withdrawn,
      delivery.ended_at is null and notice.withdrawn_at is null as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('channel', channel, 'state', state, 'code', code, 'at', at)
          order by at, channel)
        from message_attempt as one where one.notice_id = delivery.notice_id
          and one.student_code = delivery.student_code), '[]') as attempts
    from message_delivery as delivery join notice on notice.id = delivery.notice_id
    left join notice_read as read on read.notice_id = notice.id and read.subject = ${`student:${student}`}
    where delivery.student_code = ${student}
      and (${before} = '' or (to_char(delivery.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS') || notice.id) < ${before})
    order by delivery.created_at desc, notice.id desc limit ${most}`.execute(db)
  return rows
}

/** The cursor after a row: a text that sorts by time and then by id. */
export const cursorAfter = (at: Date, id: string): string =>
  `${at.toISOString().replaceAll(/\D/g, '')}000${id}`
