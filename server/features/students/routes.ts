import type { students } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import { staffHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { findRoomsWithBeds } from '../assigned-room/public.ts'
import { runAuditedSearch } from '../office/public.ts'
import { openFormHandler, saveFormHandler } from './form-handlers.ts'
import { deliverOutboxFileHandler, compareOutboxFileHandler } from './outbox-file.ts'
import { listVisiblePageParts } from './role-permissions.ts'
import { searchStudents } from './store.ts'
import {
  findAccessibleStudent,
  findStudentScope,
  getActiveStudentPageRoles,
} from './student-access.ts'
import { studentActionHandlers } from './student-actions.ts'
import { buildStudentPage } from './student-page.ts'

const PAGE = 50

/** The handlers of students in the office: search, page and actions. */
export const studentsHandlers: Handlers<typeof students> = {
  search: staffHandler(async (ask) => {
    const { find, after } = ask.input
    if (find === '') return succeed({ students: [], next: '' })
    const reach = await findStudentScope(ask)
    const sees = listVisiblePageParts(getActiveStudentPageRoles(ask))
    const rows = await runAuditedSearch(ask, {
      action: 'students.search',
      find,
      after,
      rows: () => searchStudents(ask.db, { find, reach, sees, after, most: PAGE }),
    })
    if ('type' in rows) return rows
    return succeed({
      students: rows.map((row) => ({
        student: row.code,
        number: row.number ?? '',
        examNumber: row.exam_number ?? '',
        name: row.name,
        department: row.department,
        className: row.class_name,
        withdrawn: row.withdrawn_at !== null,
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.code ?? ''),
    })
  }),

  open: staffHandler(async (ask) => {
    const found = await findAccessibleStudent(ask, ask.input.student)
    if (found === undefined) return refuse(refusalTexts.notFound)
    return succeed({
      page: await buildStudentPage({ ...ask, student: found.student }, found.roles),
    })
  }),

  listRoomBeds: staffHandler(async (ask) => {
    const found = await findAccessibleStudent(ask, ask.input.student)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const { gender } = found.student
    return succeed(await findRoomsWithBeds(ask.db, { building: ask.input.building, gender }))
  }),

  ...studentActionHandlers,
  openForm: openFormHandler,
  saveForm: saveFormHandler,
  compareSubmissions: compareOutboxFileHandler,
  deliver: deliverOutboxFileHandler,
}
