import { arrivals } from '#contract/arrivals'
import type { AnyCall } from '#contract/call'
import { counsellors } from '#contract/counsellors'
import { finance } from '#contract/finance'
import { greenChannelReview } from '#contract/green-channel-review'
import { imports } from '#contract/imports'
import { majorTransferReview } from '#contract/major-transfer-review'
import { type officeDay, WAITING_KINDS, type WaitingKind } from '#contract/office-day'
import { onboardingProgress } from '#contract/onboarding-progress'
import { callerRolesFor } from '#contract/permissions'
import { referenceData } from '#contract/reference-data'
import { supportInbox } from '#contract/support-inbox'
import {
  type Handlers,
  type HandlerRequest,
  staffHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { findBuildingScope } from '../arrivals/public.ts'
import { findClassScope } from '../counsellors/public.ts'
import { importKinds } from '../imports/public.ts'
import { countSteps } from '../onboarding-progress/public.ts'
import { canReadAllEntries, toAssignee } from '../support-inbox/public.ts'
import { ALL_NEW_STUDENTS, countWaiting } from './count-waiting.ts'
import { countArrivalHours, countBeds, sumPaymentsByDay } from './pictures.ts'

/** The handlers of the first page of the office. */
export const officeDayHandlers: Handlers<typeof officeDay> = {
  waiting: staffHandler(async (ask) => {
    const { caller, db, now, tools } = ask
    const parts = listActiveCallerRoles(caller, tools.settings)
    const params = {
      now,
      importKinds: importKinds
        .filter(({ roles }) => roles.some((role) => parts.includes(role)))
        .map(({ name }) => name),
      holder: canReadAllEntries(caller, tools.settings)
        ? undefined
        : toAssignee(caller, tools.settings),
      classes: await findClassScope(ask),
    }
    const kinds = WAITING_KINDS.filter((kind) => mayCall(ask, LISTS[kind]))
    return succeed({
      waiting: await Promise.all(kinds.map((kind) => countWaiting(db, kind, params))),
    })
  }),

  pictures: staffHandler(async (ask) => {
    const { db, now } = ask
    const { day } = ask.input
    const students = { ...ALL_NEW_STUDENTS, now }
    const buildingScope = await findBuildingScope(ask)
    const readIfAllowed = async <Figures>(call: AnyCall, read: () => Promise<Figures>) =>
      mayCall(ask, call) ? read() : undefined
    return succeed({
      pictures: {
        arrivals: await readIfAllowed(arrivals.overview, () =>
          countArrivalHours(db, day, { ...students, buildingScope }),
        ),
        steps: await readIfAllowed(onboardingProgress.steps, () => countSteps(db, students)),
        payments: await readIfAllowed(finance.day, () => sumPaymentsByDay(db, day)),
        beds: await readIfAllowed(referenceData.rooms, () => countBeds(db)),
      },
    })
  }),
}

// The list in which the work of each kind is done. Who may not read the list, does not see how much
// work it contains.
const LISTS: Readonly<Record<WaitingKind, AnyCall>> = {
  loans: greenChannelReview.loans,
  households: greenChannelReview.households,
  transfers: majorTransferReview.list,
  'late-arrivals': counsellors.list,
  complaints: supportInbox.list,
  'refused-rows': imports.list,
  'payment-incidents': finance.incidents,
  'held-scans': arrivals.devices,
  'without-bed': referenceData.rooms,
}

function mayCall({ caller, tools }: HandlerRequest<unknown>, { who }: AnyCall): boolean {
  const parts = listActiveCallerRoles(caller, tools.settings)
  return callerRolesFor(who).some((role) => parts.includes(role))
}
