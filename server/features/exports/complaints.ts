import { sql } from 'kysely'
import type { Input } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportWords } from '#words/exports'
import { inboxWords } from '#words/inbox'
import type { Ask } from '../../platform/http/handler.ts'
import { exported } from '../office/face.ts'
import { minute } from './student-columns.ts'

/** Complaints with their newest answer. Staff write them too, who belong to no class. */
export const complaints = exported({
  title: exportWords.complaints,
  action: 'exports.complaints',
  columns: [
    { title: exportWords.name, cell: ({ name }) => name },
    { title: exportWords.anyNumber, cell: ({ number }) => number },
    { title: exportWords.department, cell: ({ department }) => department },
    { title: inboxWords.category, cell: ({ category }) => category },
    { title: inboxWords.what, cell: ({ content }) => content },
    { title: inboxWords.writtenAt, cell: ({ created_at }) => minute(created_at) },
    { title: inboxWords.whose, cell: ({ keeper }) => keeper },
    { title: exportWords.answer, cell: ({ answer }) => answer },
    { title: exportWords.answeredAt, cell: ({ answered_at }) => minute(answered_at) },
    { title: inboxWords.closedAt, cell: ({ closed_at }) => minute(closed_at) },
  ],
  rows: ({ db, input }: Ask<Input<typeof exports.complaints>>) =>
    db
      .selectFrom('advice')
      .leftJoin('student', (join) =>
        join.on(sql<boolean>`advice.subject = 'student:' || student.code`),
      )
      .leftJoin('staff', (join) => join.on(sql<boolean>`advice.subject = 'staff:' || staff.code`))
      .leftJoin('staff as keeper', 'keeper.code', 'advice.assigned_to')
      .leftJoin('complaint_category as about', 'about.id', 'advice.category_id')
      .$if(input.department !== '', (query) =>
        query.where((e) =>
          e(e.fn.coalesce('student.department', 'staff.department'), '=', input.department),
        ),
      )
      .select((e) => [
        sql<string>`lpad(advice.id::text, 10, '0')`.as('key'),
        e.fn.coalesce('student.name', 'staff.name').as('name'),
        e.fn.coalesce('student.number', 'student.exam_number', 'staff.code').as('number'),
        e.fn.coalesce('student.department', 'staff.department').as('department'),
        'advice.content',
        'advice.created_at',
        'keeper.name as keeper',
        'advice.answered_at',
        'advice.closed_at',
        'about.name as category',
        e
          .selectFrom('inbox_event')
          .select('inbox_event.content')
          .whereRef('advice_id', '=', 'advice.id')
          .where('act', '=', 'answer')
          .orderBy('inbox_event.id', 'desc')
          .limit(1)
          .as('answer'),
      ]),
})
