import { sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import { exportTexts } from '#i18n/exports'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { ANNOUNCED_HOUR, ANNOUNCED_SUMS, selectAnnouncedArrivals } from '../arrivals/public.ts'
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
    selectAnnouncedArrivals(db, { ...input, buildingScope: 'all', now })
      .select([
        sql<string>`concat_ws('/', arrival_date, ${ANNOUNCED_HOUR}, mode)`.as('key'),
        'travel.arrival_date as day',
        ANNOUNCED_HOUR.as('hour'),
        'travel.mode',
        ...ANNOUNCED_SUMS,
      ])
      .groupBy(['travel.arrival_date', ANNOUNCED_HOUR, 'travel.mode']),
})
