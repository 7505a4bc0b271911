import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import { supportInboxTexts } from '#i18n/support-inbox'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { createExportHandler } from '../office/public.ts'
import { formatMinuteOrNull } from './student-columns.ts'

/** The export of complaints with their newest answer. Complaints by staff have no class. */
export const complaintsExport = createExportHandler({
  title: exportTexts.complaints,
  action: 'exports.complaints',
  columns: [
    { title: exportTexts.name, cell: ({ name }) => name },
    { title: exportTexts.anyNumber, cell: ({ number }) => number },
    { title: exportTexts.department, cell: ({ department }) => department },
    { title: supportInboxTexts.category, cell: ({ category }) => category },
    { title: supportInboxTexts.what, cell: ({ content }) => content },
    {
      title: supportInboxTexts.writtenAt,
      cell: ({ created_at }) => formatMinuteOrNull(created_at),
    },
    { title: supportInboxTexts.whose, cell: ({ keeper }) => keeper },
    { title: exportTexts.answer, cell: ({ answer }) => answer },
    { title: exportTexts.answeredAt, cell: ({ answered_at }) => formatMinuteOrNull(answered_at) },
    { title: supportInboxTexts.closedAt, cell: ({ closed_at }) => formatMinuteOrNull(closed_at) },
  ],
  rows: ({ db, input }: HandlerRequest<CallInput<typeof exports.complaints>>) =>
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
