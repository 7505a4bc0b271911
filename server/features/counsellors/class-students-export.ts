import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { counsellors } from '#contract/counsellors'
import { counsellorTexts as texts } from '#i18n/counsellors'
import { exportTexts } from '#i18n/exports'
import { lateArrivalTexts } from '#i18n/late-arrivals'
import { toChinaMinute } from '../../platform/clock.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectAbsence } from '../late-arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'
import { selectUnfinishedSteps } from '../onboarding-progress/public.ts'
import { findClassScope } from './class-scope.ts'
import { selectClassStudents } from './store.ts'

/** The export of the students of a counsellor's classes: phone, arrival, open steps, reason. */
export const classStudentsExport = createExportHandler({
  title: texts.exportTitle,
  action: 'exports.classes',
  columns: [
    { title: exportTexts.number, cell: ({ number }) => number },
    { title: exportTexts.name, cell: ({ name }) => name },
    { title: exportTexts.department, cell: ({ department }) => department },
    { title: exportTexts.className, cell: (row) => row.class_name },
    { title: exportTexts.phone, cell: ({ phone }) => phone },
    {
      title: texts.arrived,
      cell: ({ scanned_at: at }) => (at === null ? null : toChinaMinute(at)),
    },
    { title: texts.steps, cell: ({ steps }) => steps.join('、') },
    {
      title: texts.absence,
      cell: ({ absence }, language) =>
        absence === null ? null : lateArrivalTexts.kinds[language][absence.kind],
    },
    { title: lateArrivalTexts.expectedOn, cell: ({ absence }) => absence?.expectedOn || null },
    { title: texts.note, cell: ({ note }) => note },
  ],
  rows: async (ask: HandlerRequest<CallInput<typeof counsellors.export>>) => {
    const { db, now, input } = ask
    const { className, state, step } = input
    const classes = await findClassScope(ask, className)
    const open = selectUnfinishedSteps(db, now)
      .select(['student.code', sql<string[]>`array_agg(step.title order by step.id)`.as('titles')])
      .groupBy('student.code')
      .as('open')
    return selectClassStudents(db, { classes, state, step, now })
      .leftJoin(open, 'open.code', 'student.code')
      .select((e) => [
        'student.code as key',
        e.fn.coalesce('student.number', 'student.exam_number', e.val('')).as('number'),
        'student.name',
        'student.department',
        'student.class_name',
        'student.phone',
        'scanned_at',
        sql<string[]>`coalesce(open.titles, '{}')`.as('steps'),
        selectAbsence.as('absence'),
        sql<string | null>`(select nullif(note, '') from absence_reason
          where student_code = student.code order by id desc limit 1)`.as('note'),
      ])
  },
})
