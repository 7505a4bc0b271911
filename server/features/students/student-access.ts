import { callerRolesFor } from '#contract/permissions'
import type { StudentPageRole } from '#contract/roles'
import type { StudentAction } from '#contract/student-page'
import { students } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  staffHandler,
  type Handler,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import type { Caller } from '../../platform/sessions/session.ts'
import { findRoom } from '../assigned-room/public.ts'
import { findBuildingsOfSupervisor } from '../checkin/public.ts'
import { filterStudentPageRoles } from './role-permissions.ts'
import { findStudent, type StudentScope } from './store.ts'

type Staff = Extract<Caller, { role: 'staff' }>
type StaffContext = Pick<HandlerRequest<unknown>, 'db' | 'tools'> & { readonly caller: Staff }

/** The active roles of a staff member that give access to students’ pages. */
export const getActiveStudentPageRoles = ({ caller, tools }: StaffContext): StudentPageRole[] =>
  filterStudentPageRoles(listActiveCallerRoles(caller, tools.settings))

const isSupervisor = (role: StudentPageRole) => role === 'dorm-supervisor'

/**
 * Finds the students that a staff member is allowed to search; for a supervisor these are the
 * students of their buildings.
 */
export const findStudentScope = async (ask: StaffContext): Promise<StudentScope> =>
  getActiveStudentPageRoles(ask).every(isSupervisor)
    ? findBuildingsOfSupervisor(ask.db, ask.caller.staff.code)
    : 'all'

/** A student, and those roles of the caller that give access to this student. */
export interface AccessibleStudent {
  readonly student: StudentRow
  readonly roles: readonly StudentPageRole[]
}

/**
 * Finds a student to whom one of the caller's roles gives access. Otherwise the result is "no such
 * student".
 */
export async function findAccessibleStudent(
  ask: StaffContext,
  code: string,
): Promise<AccessibleStudent | undefined> {
  const { db, caller } = ask
  const student = await findStudent(db, code)
  if (student === undefined) return undefined
  const all = getActiveStudentPageRoles(ask)
  const roles =
    all.includes('dorm-supervisor') && !(await livesIn(db, code, caller.staff.code))
      ? all.filter((role) => !isSupervisor(role))
      : all
  return roles.length === 0 ? undefined : { student, roles }
}

async function livesIn(db: Db, student: string, supervisor: string): Promise<boolean> {
  const room = await findRoom(db, student)
  return room !== null && (await findBuildingsOfSupervisor(db, supervisor)).includes(room.building)
}

type StaffRequest<I> = HandlerRequest<I> & {
  readonly caller: Staff
  readonly staff: Staff['staff']
}

/**
 * Creates the handler of an action on one student, for callers with access to this student. The
 * student is locked during the action.
 */
export const forAccessibleStudent = <I extends { readonly student: string }, O>(
  action: StudentAction | 'openForm' | 'compareSubmissions',
  handler: (ask: StaffRequest<I> & AccessibleStudent) => Promise<HandlerResult<O>>,
): Handler<I, O> =>
  staffHandler(async (ask) => {
    // A call that opens its own transactions locks the student in them.
    if (students[action].ownsTransactions !== true) await lockStudent(ask.db, ask.input.student)
    const found = await findAccessibleStudent(ask, ask.input.student)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const { student, roles } = found
    if (!roles.some((role) => callerRolesFor(students[action].who).includes(role)))
      return { type: 'forbidden' }
    return handler({ ...ask, student, roles })
  })
