import { partsFor } from '#contract/permissions'
import type { StaffRole } from '#contract/roles'
import type { Action } from '#contract/student-page'
import { students } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import type { Db } from '../../platform/database/database.ts'
import type { StudentRow } from '../../platform/database/schema.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import {
  type Ask,
  byStaff,
  type Handler,
  type Outcome,
  refused,
} from '../../platform/http/handler.ts'
import { partsOf } from '../../platform/http/permissions.ts'
import type { Caller } from '../../platform/sessions/session.ts'
import { buildingsOf } from '../checkin/face.ts'
import { findRoom } from '../room/face.ts'
import { rolesAmong } from './parts.ts'
import { findStudent, type Reach } from './store.ts'

type Staff = Extract<Caller, { role: 'staff' }>
type OfStaff = Pick<Ask<unknown>, 'db' | 'tools'> & { readonly caller: Staff }

/** The roles that somebody plays at this moment. */
export const rolesOf = ({ caller, tools }: OfStaff): StaffRole[] =>
  rolesAmong(partsOf(caller, tools.settings))

const isSupervisor = (role: StaffRole) => role === 'dorm-supervisor'

/** Whose students somebody may look through: a supervisor's are those of the own buildings. */
export const reachOf = async (ask: OfStaff): Promise<Reach> =>
  rolesOf(ask).every(isSupervisor) ? buildingsOf(ask.db, ask.caller.staff.code) : 'all'

/** A student, and the roles that count for this one. */
export interface Reached {
  readonly student: StudentRow
  readonly roles: readonly StaffRole[]
}

/** The student, for who has a role that reaches them; for all others there is no such student. */
export async function reached(ask: OfStaff, code: string): Promise<Reached | undefined> {
  const { db, caller } = ask
  const student = await findStudent(db, code)
  if (student === undefined) return undefined
  const all = rolesOf(ask)
  const roles =
    all.includes('dorm-supervisor') && !(await livesIn(db, code, caller.staff.code))
      ? all.filter((role) => !isSupervisor(role))
      : all
  return roles.length === 0 ? undefined : { student, roles }
}

async function livesIn(db: Db, student: string, supervisor: string): Promise<boolean> {
  const room = await findRoom(db, student)
  return room !== null && (await buildingsOf(db, supervisor)).includes(room.building)
}

type Asked<I> = Ask<I> & { readonly caller: Staff; readonly staff: Staff['staff'] }

/**
 * A handler of an action that is about one student, for who may do it to this one. Nobody else
 * writes to the student meanwhile.
 */
export const toStudent = <I extends { readonly student: string }, O>(
  action: Action | 'openForm' | 'look',
  handler: (ask: Asked<I> & Reached) => Promise<Outcome<O>>,
): Handler<I, O> =>
  byStaff(async (ask) => {
    // A call that makes its own transaction locks in there.
    if (students[action].apart !== true) await lockStudent(ask.db, ask.input.student)
    const found = await reached(ask, ask.input.student)
    if (found === undefined) return refused(refusalTexts.notFound)
    const { student, roles } = found
    if (!roles.some((role) => partsFor(students[action].who).includes(role)))
      return { type: 'forbidden' }
    return handler({ ...ask, student, roles })
  })
