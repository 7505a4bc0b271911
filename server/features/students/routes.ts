import type { students } from '#contract/students'
import { refusalTexts } from '#i18n/refusals'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { searched } from '../office/face.ts'
import { findPlaces } from '../room/face.ts'
import { actions } from './actions.ts'
import { deliver, look } from './file.ts'
import { openForm, saveForm } from './forms.ts'
import { pageOf } from './page.ts'
import { partsOfPage } from './parts.ts'
import { reached, reachOf, rolesOf } from './reached.ts'
import { searchStudents } from './store.ts'

const PAGE = 50

/** A student in the office: found, shown, and helped. */
export const studentsHandlers: Handlers<typeof students> = {
  search: byStaff(async (ask) => {
    const { find, after } = ask.input
    if (find === '') return good({ students: [], next: '' })
    const reach = await reachOf(ask)
    const sees = partsOfPage(rolesOf(ask))
    const rows = await searched(ask, {
      action: 'students.search',
      find,
      after,
      rows: () => searchStudents(ask.db, { find, reach, sees, after, most: PAGE }),
    })
    if ('type' in rows) return rows
    return good({
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

  open: byStaff(async (ask) => {
    const found = await reached(ask, ask.input.student)
    if (found === undefined) return refused(refusalTexts.notFound)
    return good({ page: await pageOf({ ...ask, student: found.student }, found.roles) })
  }),

  places: byStaff(async (ask) => {
    const found = await reached(ask, ask.input.student)
    if (found === undefined) return refused(refusalTexts.notFound)
    const { gender } = found.student
    return good(await findPlaces(ask.db, { building: ask.input.building, gender }))
  }),

  ...actions,
  openForm,
  saveForm,
  look,
  deliver,
}
