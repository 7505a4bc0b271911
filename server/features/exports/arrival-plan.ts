import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { createExportHandler } from '../office/public.ts'

/**
 * The export of the announced arrivals: students and companions by day, hour and means of travel,
 * as the travel forms say.
 */
export const arrivalPlanExport = createExportHandler({
  title: exportTexts.arrivalPlan,
  action: 'exports.arrivalPlan',
  columns: [
    { title: exportTexts.arrivalDate, cell: ({ day }) => day },
    { title: exportTexts.arrivalHour, cell: ({ hour }) => `${hour}:00` },
    { title: exportTexts.mode, cell: ({ mode }) => mode },
    { title: exportTexts.students, cell: ({ students }) => students, numberFormat: '0' },
    { title: exportTexts.companions, cell: ({ companions }) => companions, numberFormat: '0' },
    {
      title: exportTexts.people,
      cell: ({ students, companions }) => students + companions,
      numberFormat: '0',
    },
    { title: exportTexts.arrivedOfThem, cell: ({ arrived }) => arrived, numberFormat: '0' },
  ],
  rows: ({ db, input, now }: HandlerRequest<CallInput<typeof exports.arrivalPlan>>) =>
    selectExpectedStudents(db, { ...input, buildingScope: 'all', now })
      .innerJoin('travel', 'travel.student_code', 'student.code')
      .select([
        sql<string>`concat_ws('/', arrival_date, left(arrival_time, 2), mode)`.as('key'),
        'travel.arrival_date as day',
        sql<string>`left(arrival_time, 2)`.as('hour'),
        'travel.mode',
        sql<number>`count(*)::int`.as('students'),
        // An earlier rule might have stored another text.
        sql<number>`coalesce(sum(substring(companions from '^[0-9]{1,3}$')::int), 0)::int`.as(
          'companions',
        ),
        sql<number>`count(arrival.id)::int`.as('arrived'),
      ])
      .groupBy(['travel.arrival_date', sql`left(arrival_time, 2)`, 'travel.mode']),
})
