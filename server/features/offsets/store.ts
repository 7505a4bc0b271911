import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import { OFFSET_WAYS, type offsets, type OffsetWay } from '#contract/offsets'
import type { Db } from '../../platform/database/db.ts'
import { studentMatches } from '../../platform/database/queries/person-search.ts'

type OffsetFilter = Omit<CallInput<typeof offsets.list>, 'after'>

/** What identifies an approved application or a scholarship. */
export interface OffsetKey {
  readonly way: OffsetWay
  readonly student: string
  readonly year: number
}

/** Parses '<kind>:<student>:<year>'; undefined for any other text. */
export function parseOffsetId(id: string): OffsetKey | undefined {
  const [, way, student = '', year] = /^(\w+):([\w-]{1,64}):(\d{4})$/.exec(id) ?? []
  const known = OFFSET_WAYS.find((one) => one === way)
  return known === undefined ? undefined : { way: known, student, year: Number(year) }
}

// Approved applications and scholarships, in one form.
const sources = sql<{
  way: OffsetWay
  student_code: string
  year: number
  approved_fen: number
  offset_fen: number
  is_done: boolean
  contract_number: string
  receipt_code: string
}>`(
  select case type when '1' then 'loan' when '2' then 'reduction' else 'deferral' end as way, student_code, year,
    coalesce(audit_amount_fen, 0) as approved_fen, offset_status <> '0' as is_done,
    case when offset_status = '0' then 0 else coalesce(offset_fen, audit_amount_fen, 0) end as offset_fen,
    contract_number, receipt_code
  from green_application where status = '1'
  union all
  select 'scholarship', student_code, year, amount_fen, offset_done,
    case when offset_done then amount_fen else 0 end, '', ''
  from scholarship where withdrawn_at is null)`

/** Selects approved applications and scholarships with the entry of the books that offsets each. */
export const selectOffsets = (db: Db, { find, way, state }: OffsetFilter) =>
  db
    .selectFrom(sources.as('source'))
    .innerJoin('student', 'student.code', 'source.student_code')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('payment_credit as entry')
          .leftJoin('staff', 'staff.code', 'entry.recorded_by')
          .select(['entry.credited_at', 'entry.source', 'entry.note', 'staff.name as recorded_by'])
          .whereRef('entry.student_code', '=', 'source.student_code')
          .whereRef('entry.year', '=', 'source.year')
          .whereRef('entry.way', '=', 'source.way')
          .where('entry.kind', '=', 'offset')
          .where('entry.reverses', 'is', null)
          .where('source.is_done', '=', true)
          .orderBy('entry.credited_at', 'desc')
          .limit(1)
          .as('booked'),
      (join) => join.onTrue(),
    )
    .select([
      sql<string>`source.way || ':' || source.student_code || ':' || source.year`.as('key'),
      'source.way',
      'source.student_code',
      'source.year',
      'source.approved_fen',
      'source.offset_fen',
      'source.is_done',
      'source.contract_number',
      'source.receipt_code',
      'student.number as student_number',
      'student.exam_number',
      'student.name',
      'booked.credited_at',
      'booked.source',
      'booked.note',
      'booked.recorded_by',
    ])
    .$if(way !== '', (query) => query.where(sql<boolean>`source.way = ${way}`))
    .$if(state !== '', (query) => query.where('source.is_done', '=', state === 'done'))
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([...studentMatches('student', find), e('source.contract_number', '=', find.trim())]),
      ),
    )

const POSITION = sql`(source.is_done, -source.year, source.student_code, source.way)`

/** Lists them, those that are not offset first, the newest year first, after an id. */
export const findOffsets = (
  db: Db,
  filter: OffsetFilter,
  { after, most }: { after: (OffsetKey & { readonly isDone: boolean }) | undefined; most: number },
) =>
  selectOffsets(db, filter)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`${POSITION} > (${after?.isDone}::boolean, ${-(after?.year ?? 0)}::int, ${after?.student}::text, ${after?.way}::text)`,
      ),
    )
    .orderBy('source.is_done')
    .orderBy('source.year', 'desc')
    .orderBy('source.student_code')
    .orderBy('source.way')
    .limit(most)
    .execute()

const TYPES = { loan: '1', reduction: '2', deferral: '3' } as const

/**
 * Finds the approved amount of an application or scholarship, fen, and whether it is offset, and
 * locks it until the transaction ends; undefined if it is not approved.
 */
export async function lockOffset(
  tx: Db,
  { way, student, year }: OffsetKey,
): Promise<{ readonly approved: number; readonly isDone: boolean } | undefined> {
  if (way === 'scholarship') {
    const found = await tx
      .selectFrom('scholarship')
      .select(['amount_fen', 'offset_done'])
      .where('student_code', '=', student)
      .where('year', '=', year)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    return found && { approved: found.amount_fen, isDone: found.offset_done }
  }
  const found = await tx
    .selectFrom('green_application')
    .select(['audit_amount_fen', 'offset_status'])
    .where('student_code', '=', student)
    .where('year', '=', year)
    .where('type', '=', TYPES[way])
    .where('status', '=', '1')
    .forUpdate()
    .executeTakeFirst()
  return found && { approved: found.audit_amount_fen ?? 0, isDone: found.offset_status !== '0' }
}

/** Sets whether an application or scholarship is offset, with the amount, fen. */
export async function setOffset(
  tx: Db,
  { way, student, year }: OffsetKey,
  fen: number | null,
): Promise<void> {
  if (way === 'scholarship')
    await tx
      .updateTable('scholarship')
      .set({ offset_done: fen !== null })
      .where('student_code', '=', student)
      .where('year', '=', year)
      .execute()
  else
    await tx
      .updateTable('green_application')
      .set({ offset_status: fen === null ? '0' : '1', offset_fen: fen })
      .where('student_code', '=', student)
      .where('year', '=', year)
      .where('type', '=', TYPES[way])
      .execute()
}
