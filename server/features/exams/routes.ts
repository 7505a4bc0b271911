import type { CallInput } from '#contract/call'
import type { exams } from '#contract/exams'
import { examOfficeTexts } from '#i18n/exam-office'
import { examKindName } from '#i18n/exams'
import { studentNumberOf } from '../../platform/database/queries/student-number.ts'
import { type Handlers, type HandlerRequest, succeed } from '../../platform/http/handler.ts'
import { createExportHandler, listOrSearch } from '../office/public.ts'
import * as store from './store.ts'

const PAGE = 50
const texts = examOfficeTexts

/** The handlers of the office's list of examinations and make-up classes. */
export const examHandlers: Handlers<typeof exams> = {
  list: async (ask) => {
    const { input, db } = ask
    const rows = () => store.findExams(db, input, { after: input.after, most: PAGE })
    const found = await listOrSearch(ask, 'exams.search', rows)
    if ('type' in found) return found
    return succeed({
      exams: found.map((row) => ({
        id: row.id,
        term: row.term,
        kind: row.kind,
        course: row.course,
        day: row.day,
        starts: row.starts,
        ends: row.ends,
        room: row.room,
        seat: row.seat,
        teacher: row.teacher,
        note: row.note,
        group: row.group_name,
        student: row.student_code ?? '',
        studentNumber: studentNumberOf(row),
        name: row.name ?? '',
      })),
      next: found.length < PAGE ? '' : (found.at(-1)?.key ?? ''),
    })
  },

  export: createExportHandler({
    title: texts.title,
    action: 'exports.exams',
    columns: [
      { title: texts.term, cell: ({ term }) => term },
      { title: texts.kind, cell: ({ kind }, language) => examKindName(kind, language) },
      { title: texts.course, cell: ({ course }) => course },
      { title: texts.day, cell: ({ day }) => day },
      { title: texts.time, cell: ({ starts, ends }) => `${starts}-${ends}` },
      { title: texts.room, cell: ({ room }) => room },
      { title: texts.group, cell: ({ group_name }) => group_name },
      { title: texts.studentNumber, cell: studentNumberOf },
      { title: texts.name, cell: ({ name }) => name },
      { title: texts.seat, cell: ({ seat }) => seat },
      { title: texts.teacher, cell: ({ teacher }) => teacher },
      { title: texts.note, cell: ({ note }) => note },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof exams.export>>) =>
      store.selectExams(db, input),
  }),
}
