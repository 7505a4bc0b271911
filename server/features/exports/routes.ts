import type { exports } from '#contract/exports'
import type { Handlers } from '../../platform/http/handler.ts'
import { arrivals } from './arrivals.ts'
import { notArrived } from './not-arrived.ts'

/** The tables that the office takes out. A new one is a file beside this and a line here. */
export const exportsHandlers: Handlers<typeof exports> = { arrivals, notArrived }
