import type { exports } from '#contract/exports'
import type { Handlers } from '../../platform/http/handler.ts'
import { arrivalPlanExport } from './arrival-plan.ts'
import { arrivalsExport } from './arrivals.ts'
import { bedsExport, freeBedsExport } from './beds.ts'
import { classRostersExport } from './class-rosters.ts'
import { complaintsExport } from './complaints.ts'
import { applicationsExport, feesExport, paymentsExport } from './fees-and-payments.ts'
import { detailsExport, familyExport, livingExport, travelExport, uniformExport } from './forms.ts'
import { notArrivedExport } from './not-arrived.ts'
import { livingTotalsExport, uniformTotalsExport } from './order-totals.ts'
import { progressExport } from './progress.ts'
import { staffExport } from './staff.ts'
import { unfinishedStepsExport } from './unfinished-steps.ts'

/** The exports of the office. A new export needs a file in this folder and a line here. */
export const exportsHandlers: Handlers<typeof exports> = {
  arrivals: arrivalsExport,
  notArrived: notArrivedExport,
  unfinished: unfinishedStepsExport,
  family: familyExport,
  details: detailsExport,
  travel: travelExport,
  uniform: uniformExport,
  uniformSums: uniformTotalsExport,
  living: livingExport,
  livingSums: livingTotalsExport,
  fees: feesExport,
  payments: paymentsExport,
  applications: applicationsExport,
  complaints: complaintsExport,
  beds: bedsExport,
  freeBeds: freeBedsExport,
  classRosters: classRostersExport,
  progress: progressExport,
  arrivalPlan: arrivalPlanExport,
  staff: staffExport,
}
