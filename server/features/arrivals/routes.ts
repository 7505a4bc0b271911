import type { arrivals } from '#contract/arrivals'
import { byStaff, good, type Handlers } from '../../platform/http/handler.ts'
import { housesOf } from './expected.ts'
import { findChoices } from './store.ts'

/** The arrival day: who is expected, who has come. */
export const arrivalsHandlers: Handlers<typeof arrivals> = {
  choices: byStaff(async (ask) => good(await findChoices(ask.db, await housesOf(ask)))),
}
