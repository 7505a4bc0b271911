import type { arrivalPlanning } from '#contract/arrival-planning'
import type { CallInput } from '#contract/call'
import { arrivalPlanningTexts } from '#i18n/arrival-planning'
import { parseChinaMinute } from '../../platform/clock.ts'
import { type HandlerRequest, type Handlers, succeed } from '../../platform/http/handler.ts'
import { createExportHandler } from '../office/public.ts'
import {
  findAnnouncedList,
  findChangedTrips,
  groupAnnouncedArrivals,
  selectAnnouncedList,
  sumAnnouncedDays,
} from './store.ts'

const PAGE = 100
const ALL_BUILDINGS = { buildingScope: 'all' } as const

/** The handlers of the planning of arrivals. */
export const arrivalPlanningHandlers: Handlers<typeof arrivalPlanning> = {
  plan: async ({ db, input: { day, ...filter }, now }) => {
    const wanted = { ...filter, ...ALL_BUILDINGS, now }
    return succeed({
      days: await sumAnnouncedDays(db, wanted),
      groups: await groupAnnouncedArrivals(db, day, wanted),
    })
  },

  list: async ({ db, input: { after, ...filter }, now }) => {
    const rows = await findAnnouncedList(
      db,
      { ...filter, ...ALL_BUILDINGS, now },
      { after, most: PAGE },
    )
    return succeed({
      students: rows,
      next: rows.length < PAGE ? '' : (rows.at(-1)?.key ?? ''),
    })
  },

  changes: async ({ db, input: { after, since, ...filter }, now }) => {
    const rows = await findChangedTrips(
      db,
      { ...filter, ...ALL_BUILDINGS, now, since: parseChinaMinute(since) },
      { after, most: PAGE },
    )
    return succeed({
      changes: rows.map(({ at, before, day, time, mode, city, companions, ...student }) => ({
        ...student,
        changedAt: at.toISOString(),
        before,
        now: { day, time, mode, city, companions },
      })),
      next: rows.length < PAGE ? '' : (rows.at(-1)?.student ?? ''),
    })
  },

  exportList: createExportHandler({
    title: arrivalPlanningTexts.list,
    action: 'exports.announcedArrivals',
    columns: [
      { title: arrivalPlanningTexts.time, cell: ({ day, time }) => `${day} ${time}` },
      { title: arrivalPlanningTexts.mode, cell: ({ mode }) => mode },
      { title: arrivalPlanningTexts.city, cell: ({ city }) => city.replaceAll(',', ' ') },
      { title: arrivalPlanningTexts.name, cell: ({ name }) => name },
      { title: arrivalPlanningTexts.number, cell: ({ number }) => number },
      { title: arrivalPlanningTexts.phone, cell: ({ phone }) => phone },
      { title: arrivalPlanningTexts.department, cell: ({ department }) => department },
      { title: arrivalPlanningTexts.companions, cell: ({ companions }) => companions },
      { title: arrivalPlanningTexts.remark, cell: ({ remark }) => remark },
      {
        title: arrivalPlanningTexts.arrived,
        cell: ({ hasArrived }, language) =>
          hasArrived ? arrivalPlanningTexts.arrived[language] : '',
      },
    ],
    rows: ({ db, input, now }: HandlerRequest<CallInput<typeof arrivalPlanning.exportList>>) =>
      selectAnnouncedList(db, { ...input, ...ALL_BUILDINGS, now }).select([
        'student.phone',
        'travel.remark',
      ]),
  }),
}
