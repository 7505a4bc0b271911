import { sql } from 'kysely'
import type {
  bedAllocation,
  BedAllocation,
  BedAllocationFigures,
  BedAllocationRequest,
  UnplacedReason,
} from '#contract/bed-allocation'
import type { CallOutput } from '#contract/call'
import type { Db } from '../../platform/database/db.ts'
import { lockStudents } from '../../platform/records/versioned-write.ts'
import { isNewStudentAt } from '../onboarding-steps/public.ts'
import { listLevelNames } from '../student-levels/public.ts'
import {
  type BedPlan,
  classKeyOf,
  type PlanInput,
  type PlanRoom,
  type PlanStudent,
} from './plan-beds.ts'

const MOST_LISTED = 50

/** The input of a plan, and the students who are not planned. */
export interface PlanData extends PlanInput {
  readonly already: number
  readonly excluded: { readonly student: string; readonly reason: UnplacedReason }[]
}

/** Reads the students and the free beds of a request. */
export async function readPlanData(
  db: Db,
  request: BedAllocationRequest,
  now: Date,
): Promise<PlanData> {
  const found = await db
    .selectFrom('student')
    .innerJoin('student_level as level', 'level.code', 'student.enrolment')
    .leftJoin('dorm_place as place', 'place.student_code', 'student.code')
    .leftJoin('dorm_choice as choice', (join) =>
      join
        .onRef('choice.student_code', '=', 'student.code')
        .on((e) => e.or([e('choice.held_until', 'is', null), e('choice.held_until', '>', now)])),
    )
    .leftJoin('dorm_type as type', 'type.id', 'choice.type_id')
    .leftJoin('accessible_bed_need as need', 'need.student_code', 'student.code')
    .select(['student.code', 'gender', 'enrolment', 'department', 'class_name', 'entry_year'])
    .select('level.lives_in_dorm')
    .select(['grade', 'type.name as type', 'choice.held_until', 'place.bed'])
    .select((e) => e('need.student_code', 'is not', null).$castTo<boolean>().as('needs'))
    .where('student.withdrawn_at', 'is', null)
    .execute()
  const isWanted = (one: (typeof found)[number]) =>
    (request.cohort === 'all' || isNewStudentAt(one, now)) &&
    (request.department === '' || one.department === request.department) &&
    (request.level === '' ? one.lives_in_dorm : one.enrolment === request.level) &&
    (request.gender === '' || one.gender === request.gender)
  const students: PlanStudent[] = []
  const excluded: { student: string; reason: UnplacedReason }[] = []
  const promised = new Map<string, PlanInput['promised'][number]>()
  let already = 0
  for (const one of found) {
    const isReserved = one.held_until !== null
    if (one.bed !== null) {
      if (isWanted(one)) already += 1
    } else if (!isWanted(one) || isReserved) {
      if (isWanted(one)) excluded.push({ student: one.code, reason: 'unpaid' })
      if (one.type === null) continue
      const key = JSON.stringify([one.type, one.gender])
      const known = promised.get(key)?.students ?? 0
      promised.set(key, { type: one.type, gender: one.gender, students: known + 1 })
    } else if (
      one.type === null &&
      request.choice === 'chosen' &&
      one.lives_in_dorm &&
      isNewStudentAt(one, now)
    )
      // Students who are not new, or whose level has no dormitory, are not asked for a choice.
      excluded.push({ student: one.code, reason: 'not-chosen' })
    else
      students.push({
        code: one.code,
        gender: one.gender,
        level: one.enrolment,
        department: one.department,
        className: one.class_name,
        type: one.type,
        isAccessibleNeeded: one.needs,
      })
  }
  const free = await readRooms(db)
  const isUsed = ({ building }: PlanRoom) =>
    request.buildings.length === 0 || request.buildings.includes(building)
  // Beds in the other buildings are free for the students who are not planned now.
  const elsewhere = free.filter((room) => !isUsed(room))
  const stillPromised = [...promised.values()].map(({ students: all, ...one }) => {
    const beds = elsewhere
      .filter(({ type, gender }) => type === one.type && (gender ?? one.gender) === one.gender)
      .reduce((sum, { freeBeds }) => sum + freeBeds.length, 0)
    return { ...one, students: Math.max(0, all - beds) }
  })
  return {
    students,
    rooms: free.filter(isUsed),
    promised: stillPromised,
    seed: request.seed,
    already,
    excluded,
  }
}

// Finds the rooms that have a free bed.
async function readRooms(db: Db): Promise<PlanRoom[]> {
  const rooms = await db
    .selectFrom('dorm_room')
    .selectAll()
    .where('withdrawn_at', 'is', null)
    .where('closed_at', 'is', null)
    .execute()
  const residents = await db
    .selectFrom('dorm_place')
    .innerJoin('student', 'student.code', 'student_code')
    .select(['building', 'room', 'bed', 'gender', 'department', 'class_name'])
    .execute()
  const keyOf = (one: { building: string; room: string }) =>
    JSON.stringify([one.building, one.room])
  const living = new Map<string, typeof residents>()
  for (const one of residents) living.set(keyOf(one), [...(living.get(keyOf(one)) ?? []), one])
  return rooms.flatMap((room) => {
    const here = living.get(keyOf(room)) ?? []
    const genders = [...new Set(here.map(({ gender }) => gender))]
    const taken = new Set([...here.map(({ bed }) => bed), ...room.reserved_beds])
    const freeBeds = room.beds.filter((bed) => !taken.has(bed))
    // Nobody is put into a room in which men and women live.
    if (genders.length > 1 || freeBeds.length === 0) return []
    return [
      {
        building: room.building,
        room: room.room,
        // A room's number without its last two digits, as in the counts of arrivals.
        floor: room.room.slice(0, -2),
        type: room.type_name,
        gender: room.gender ?? genders[0] ?? null,
        departments: [...room.departments].sort(),
        level: room.enrolment,
        isAccessible: room.accessible,
        freeBeds,
        classes: here.map((one) => classKeyOf({ ...one, className: one.class_name })),
      },
    ]
  })
}

/** Stores a preview, and drops the staff member's earlier previews. */
export async function storePreview(
  tx: Db,
  preview: {
    readonly id: string
    readonly staff: string
    readonly request: BedAllocationRequest
    readonly plan: BedPlan
    readonly figures: BedAllocationFigures
    readonly now: Date
  },
): Promise<void> {
  const { id, staff, request, plan, figures, now } = preview
  await tx
    .deleteFrom('bed_allocation')
    .where('applied_at', 'is', null)
    .where('staff_code', '=', staff)
    .execute()
  await tx
    .insertInto('bed_allocation')
    .values({
      id,
      created_at: now,
      staff_code: staff,
      request: JSON.stringify(request),
      figures: JSON.stringify(figures),
      applied_at: null,
      applied_by: null,
      reverted_at: null,
      reverted_by: null,
    })
    .execute()
  const rows = [...plan.places, ...plan.unplaced]
  await sql`
    insert into bed_allocation_student (allocation_id, student_code, building, room, bed, reason)
    select ${id}, student, coalesce(building, ''), coalesce(room, ''), coalesce(bed, ''), coalesce(reason, '')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (student text, building text, room text, bed text, reason text)
    join student on student.code = row.student`.execute(tx)
}

const selectAllocations = (db: Db) =>
  db
    .selectFrom('bed_allocation as one')
    .innerJoin('staff', 'staff.code', 'one.staff_code')
    .leftJoin('staff as applier', 'applier.code', 'one.applied_by')
    .leftJoin('staff as reverter', 'reverter.code', 'one.reverted_by')
    .select(['one.id', 'request', 'figures', 'one.created_at', 'applied_at', 'reverted_at'])
    .select(['staff.name as by', 'applier.name as appliedBy', 'reverter.name as revertedBy'])

/** Finds the latest allocations, and the own previews, newest first. */
export async function findAllocations(db: Db, staff: string): Promise<BedAllocation[]> {
  const rows = await selectAllocations(db)
    .where((e) => e.or([e('applied_at', 'is not', null), e('one.staff_code', '=', staff)]))
    .orderBy('one.created_at', 'desc')
    .orderBy('one.id')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ created_at, applied_at, reverted_at, ...row }) => ({
    id: row.id,
    request: row.request,
    figures: row.figures,
    state: reverted_at !== null ? 'reverted' : applied_at !== null ? 'applied' : 'draft',
    at: created_at.toISOString(),
    by: row.by,
    appliedAt: applied_at?.toISOString() ?? '',
    appliedBy: row.appliedBy ?? '',
    revertedAt: reverted_at?.toISOString() ?? '',
    revertedBy: row.revertedBy ?? '',
  }))
}

type AllocationChoices = Pick<
  CallOutput<typeof bedAllocation.list>,
  'departments' | 'levels' | 'buildings'
>

/** Finds the colleges of students, the levels, and the buildings with their free beds. */
export async function findAllocationChoices(db: Db): Promise<AllocationChoices> {
  const departments = await db
    .selectFrom('student')
    .select('department')
    .distinct()
    .where('withdrawn_at', 'is', null)
    .orderBy('department')
    .execute()
  const { rows: buildings } = await sql<{ building: string; free: number }>`
    select building, sum((select count(*) from unnest(beds) as free (bed) where not free.bed = any (reserved_beds)
      and not exists (select from dorm_place place where place.building = own.building
        and place.room = own.room and place.bed = free.bed)))::int as free
    from dorm_room own where withdrawn_at is null and closed_at is null group by building order by building`.execute(
    db,
  )
  const levels = (await listLevelNames(db)).map(({ code, names }) => ({
    code,
    name: names[0] ?? '',
  }))
  return { departments: departments.map(({ department }) => department), levels, buildings }
}

/** Selects the students of an allocation, with their code as `key`. */
export const selectAllocatedStudents = (db: Db, id: string) =>
  db
    .selectFrom('bed_allocation_student as row')
    .innerJoin('student', 'student.code', 'row.student_code')
    .where('allocation_id', '=', id)
    .select([
      'student.code as key',
      'number',
      'exam_number',
      'name',
      'gender',
      'department',
      'major',
      'class_name',
      'building',
      'room',
      'bed',
      'reason',
    ])

/** Locks an allocation until the transaction ends. */
export const lockAllocation = (tx: Db, id: string) =>
  tx
    .selectFrom('bed_allocation')
    .select(['applied_at', 'reverted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Assigns the beds of a preview. Returns their number, or undefined and changes nothing if one of
 * its students, beds or rooms is no longer as in the preview, or if somebody has since chosen a type
 * whose last beds it would give to students without a choice.
 */
export async function assignPlannedBeds(
  tx: Db,
  id: string,
  now: Date,
): Promise<number | undefined> {
  // Rooms are locked before their residents, as everywhere, and against concurrent assignments; types
  // after the students, as by a choice.
  await sql`select from dorm_room where (building, room) in
    (select building, room from bed_allocation_student where allocation_id = ${id})
    order by building, room for update`.execute(tx)
  const planned = await findPlacedStudents(tx, id)
  await lockStudents(tx, planned)
  await sql`select from dorm_type where name in (select type_name from dorm_room own
    join bed_allocation_student row using (building, room) where allocation_id = ${id})
    order by id for update`.execute(tx)
  if ((await hasMixedRoom(tx, id)) || !(await areChosenBedsLeft(tx, id, now))) return undefined
  await sql`savepoint beds`.execute(tx)
  const { numAffectedRows } = await sql`
    insert into dorm_place (student_code, type_name, building, room, bed)
    select student.code, own.type_name, own.building, own.room, row.bed
    from bed_allocation_student row
    join bed_allocation allocation on allocation.id = row.allocation_id
    join student on student.code = row.student_code and student.withdrawn_at is null
    join student_level level on level.code = student.enrolment
      and (level.lives_in_dorm or allocation.request ->> 'level' <> '')
    join dorm_room own on own.building = row.building and own.room = row.room
      and own.withdrawn_at is null and own.closed_at is null and row.bed = any (own.beds) and not row.bed = any (own.reserved_beds)
      and (own.gender is null or own.gender = student.gender)
      and (own.enrolment is null or own.enrolment = student.enrolment)
      and (own.departments = '{}' or student.department = any (own.departments))
      and (own.accessible or not exists (select from accessible_bed_need need where need.student_code = student.code))
    where row.allocation_id = ${id}
      and not exists (select from dorm_place taken
        join student resident on resident.code = taken.student_code
        where taken.building = row.building and taken.room = row.room
          and (taken.bed = row.bed or resident.gender <> student.gender))
      and not exists (select from dorm_choice choice join dorm_type type on type.id = choice.type_id
        where choice.student_code = student.code and (choice.held_until > ${now}
          or choice.held_until is null and type.name <> own.type_name))
    order by own.building, own.room, row.bed
    on conflict (student_code) do nothing`.execute(tx)
  if (Number(numAffectedRows) === planned.length) return planned.length
  await sql`rollback to savepoint beds`.execute(tx)
  return undefined
}

// Whether a room would get men and women, because the gender of a student was corrected.
async function hasMixedRoom(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select building, room from bed_allocation_student join student on student.code = student_code
    where allocation_id = ${id} and bed <> ''
    group by building, room having count(distinct gender) > 1 limit 1`.execute(tx)
  return rows.length > 0
}

// Whether the choices of students without a bed still find a bed of their type, by gender, if the
// allocation gives its beds to students without a choice. The preview reckons in the same way.
async function areChosenBedsLeft(tx: Db, id: string, now: Date): Promise<boolean> {
  const { rows: given } = await sql<{ type: string; gender: string; students: number }>`
    select own.type_name as type, student.gender, count(*)::int as students
    from bed_allocation_student row join dorm_room own using (building, room)
    join student on student.code = row.student_code
    where row.allocation_id = ${id} and row.bed <> '' and not exists (select from dorm_choice choice
      where choice.student_code = student.code and (choice.held_until is null or choice.held_until > ${now}))
    group by own.type_name, student.gender`.execute(tx)
  if (given.length === 0) return true
  const { rows: chosen } = await sql<{ type: string; gender: string; students: number }>`
    select type.name as type, student.gender, count(*)::int as students
    from dorm_choice choice join dorm_type type on type.id = choice.type_id
    join student on student.code = choice.student_code and student.withdrawn_at is null
    where (choice.held_until is null or choice.held_until > ${now})
      and not exists (select from dorm_place place where place.student_code = student.code)
    group by type.name, student.gender`.execute(tx)
  const rooms = await readRooms(tx)
  return given.every(({ type, gender, students }) => {
    const beds = rooms
      .filter((room) => room.type === type && (room.gender ?? gender) === gender)
      .reduce((all, { freeBeds }) => all + freeBeds.length, 0)
    const waiting = chosen.find((one) => one.type === type && one.gender === gender)
    return waiting === undefined || students + waiting.students <= beds
  })
}

/** Finds the students to whom an allocation gives a bed. */
export const findPlacedStudents = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('bed_allocation_student')
      .select('student_code')
      .where('allocation_id', '=', id)
      .where('bed', '<>', '')
      .orderBy('student_code')
      .execute()
  ).map((row) => row.student_code)

/** Marks an allocation as applied, or as taken back. */
export const markAllocation = (
  tx: Db,
  id: string,
  state: 'applied' | 'reverted',
  { staff, now }: { staff: string; now: Date },
) =>
  tx
    .updateTable('bed_allocation')
    .set(
      state === 'applied'
        ? { applied_at: now, applied_by: staff }
        : { reverted_at: now, reverted_by: staff },
    )
    .where('id', '=', id)
    .execute()

/** Locks the students of an allocation, and counts those who have arrived. */
export async function countArrivedOfAllocation(tx: Db, id: string): Promise<number> {
  // An arrival refers to its student, so this lock also holds back arrivals.
  await sql`select from student where code in
    (select student_code from bed_allocation_student where allocation_id = ${id} and bed <> '')
    order by code for update`.execute(tx)
  const { rows } = await sql<{ arrived: number }>`
    select count(*)::int as arrived from bed_allocation_student row
    join arrival on arrival.student_code = row.student_code and arrival.removed_at is null
    where row.allocation_id = ${id} and row.bed <> ''`.execute(tx)
  return rows[0]?.arrived ?? 0
}

/** Removes the beds of an allocation; students who were moved since keep theirs. */
export async function removeAllocatedBeds(tx: Db, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from dorm_place place using bed_allocation_student row
    where row.allocation_id = ${id} and row.student_code = place.student_code
      and row.building = place.building and row.room = place.room and row.bed = place.bed`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
