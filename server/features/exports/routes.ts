import type { exports } from '#contract/exports'
import type { Handlers } from '../../platform/http/handler.ts'
import { arrivals } from './arrivals.ts'
import { complaints } from './complaints.ts'
import { details, family, living, travel, uniform } from './forms.ts'
import { applications, fees, payments } from './money.ts'
import { notArrived } from './not-arrived.ts'
import { livingSums, uniformSums } from './sums.ts'
import { unfinished } from './unfinished.ts'

/** The tables that the office takes out. A new one is written beside this and gets a line here. */
export const exportsHandlers: Handlers<typeof exports> = {
  arrivals,
  notArrived,
  unfinished,
  family,
  details,
  travel,
  uniform,
  uniformSums,
  living,
  livingSums,
  fees,
  payments,
  applications,
  complaints,
}
