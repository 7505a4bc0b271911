import { pinyin } from 'pinyin-pro'
import type { ArrivalBlockReason, DormResident } from '#contract/checkin'
import { listIdNumberSpellings } from '#contract/id-document'
import type { Db } from '../../platform/database/db.ts'
import { type AdmissionRule, isAdmitted } from '../admission-rule/public.ts'
import { findPhotoHashes } from '../photo/public.ts'
import { ensurePassIds } from './issue-credential.ts'

/** A student at check-in; building and room are '' without an assigned room. */
export interface CheckinStudent {
  readonly code: string
  readonly number: string
  readonly name: string
  readonly building: string
  readonly room: string
  readonly bed: string
  readonly arrived: boolean
  readonly className: string
  /** Why this student's arrival is blocked; null if it is not. */
  readonly barred: ArrivalBlockReason | null
  /** The id of the current arrival, and the staff member who confirmed it. */
  readonly arrival: string | null
  readonly confirmedBy: string | null
  /** When the key of the room was handed over, and by whom. */
  readonly keyAt: Date | null
  readonly keyBy: string | null
}

/** Finds the buildings of a supervisor; empty if none is assigned. */
export async function findBuildingsOfSupervisor(db: Db, staff: string): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_building')
    .select('building')
    .where('staff_code', '=', staff)
    .execute()
  return rows.map(({ building }) => building)
}

const candidates = (db: Db, rule: AdmissionRule) =>
  db
    .selectFrom('student')
    .leftJoin('dorm_place as place', 'place.student_code', 'student.code')
    .leftJoin('arrival', (join) =>
      join.onRef('arrival.student_code', '=', 'student.code').on('arrival.removed_at', 'is', null),
    )
    .leftJoin('staff as confirmer', 'confirmer.code', 'arrival.staff_code')
    .leftJoin('staff as key_giver', 'key_giver.code', 'arrival.key_given_by')
    .select(['student.code', 'student.name', 'arrival.id as arrival'])
    .select(['confirmer.name as confirmedBy', 'student.class_name as className'])
    .select(['arrival.key_given_at as keyAt', 'key_giver.name as keyBy'])
    .select((e) => [
      e.fn.coalesce('student.number', 'student.exam_number', e.val('')).as('number'),
      e.fn.coalesce('place.building', e.val('')).as('building'),
      e.fn.coalesce('place.room', e.val('')).as('room'),
      e.fn.coalesce('place.bed', e.val('')).as('bed'),
      e('arrival.id', 'is not', null).$castTo<boolean>().as('arrived'),
      e
        .case()
        .when('student.withdrawn_at', 'is not', null)
        .then<ArrivalBlockReason | null>('withdrawn')
        .when(e.not(isAdmitted(rule)))
        .then<ArrivalBlockReason | null>('not-admitted')
        .else<ArrivalBlockReason | null>(null)
        .end()
        .as('barred'),
    ])

/** Finds a student by pass id. */
export const findStudentByPass = (db: Db, pass: string, rule: AdmissionRule) =>
  candidates(db, rule)
    .innerJoin('student_pass as pass', 'pass.student_code', 'student.code')
    .where('pass.id', '=', pass)
    .executeTakeFirst()

/**
 * Finds a student by code, or by a typed campus or exam number in upper or lower case. A code has
 * precedence.
 */
export function findStudentByNumber(db: Db, number: string, rule: AdmissionRule) {
  const spelled = [number, number.toUpperCase()]
  return candidates(db, rule)
    .where((e) =>
      e.or([
        e('student.code', 'in', spelled),
        e('student.number', 'in', spelled),
        e('student.exam_number', 'in', spelled),
      ]),
    )
    .orderBy((e) => e('student.code', 'in', spelled), 'desc')
    .executeTakeFirst()
}

/** Finds the code of the student whose identity document has this number. */
export async function findStudentCodeByIdCard(db: Db, idCard: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('student')
    .select('code')
    .where('id_card', 'in', listIdNumberSpellings(idCard))
    .executeTakeFirst()
  return row?.code
}

/** Finds the residents of these buildings, by room. */
export async function findResidents(
  db: Db,
  buildings: readonly string[],
  rule: AdmissionRule,
): Promise<DormResident[]> {
  if (buildings.length === 0) return []
  const rows = await candidates(db, rule)
    .where('place.building', 'in', buildings)
    .orderBy('place.building')
    .orderBy('place.room')
    .orderBy('place.bed')
    .execute()
  return toResidents(db, rows, rule.now)
}

/**
 * Finds the expected students of these buildings; the supervisor is allowed to see their portraits.
 */
export async function findExpectedStudentCodes(
  db: Db,
  buildings: readonly string[],
  rule: AdmissionRule,
): Promise<string[]> {
  const rows = await candidates(db, rule)
    .where('place.building', '=', (e) => e.fn.any(e.val([...buildings])))
    .execute()
  return rows.filter(isExpected).map(({ code }) => code)
}

const isExpected = ({ arrived, barred }: CheckinStudent) => !arrived && barred !== 'withdrawn'

/** Converts students to the format that supervisors see. */
export async function toResidents(
  db: Db,
  students: readonly CheckinStudent[],
  now: Date,
): Promise<DormResident[]> {
  const codes = students.map(({ code }) => code)
  const passes = await ensurePassIds(db, codes, now)
  const photoHashes = await findPhotoHashes(
    db,
    students.filter(isExpected).map(({ code }) => code),
  )
  return students.map((one) =>
    residentOf(one, { pass: passes.get(one.code) ?? '', face: photoHashes.get(one.code) }),
  )
}

// Nothing in the result depends on the ID number, because it could then be reconstructed from the
// roster.
function residentOf(
  { code, barred, arrival, confirmedBy, keyAt, keyBy, ...rest }: CheckinStudent,
  { pass, face }: { pass: string; face: string | undefined },
): DormResident {
  return {
    student: code,
    pass,
    face,
    ...rest,
    pinyin: toPinyin(rest.name),
    barred: barred ?? undefined,
    arrival: arrival ?? undefined,
    confirmedBy: confirmedBy ?? undefined,
    keyAt: keyAt?.toISOString(),
    keyBy: keyBy ?? undefined,
  }
}

/** Converts a name to pinyin with spaces, for searching without a Chinese keyboard. */
export const toPinyin = (name: string): string =>
  pinyin(name, { toneType: 'none', v: true, type: 'array', surname: 'head', nonZh: 'consecutive' })
    .join(' ')
    .toLowerCase()
