import type { Workspace } from '../drills/support/workspace.ts'
import { playArrivalDay } from './arrival-day.ts'
import { measureCallCosts } from './call-costs.ts'
import type { GoalResult } from './goals.ts'
import { openLoadTestCampus, type LoadTestCampusParams } from './load-campus.ts'
import { playOpeningHour } from './opening-hour.ts'
import { playReconnectRush } from './reconnect-rush.ts'
import { playTenThousand } from './ten-thousand.ts'

/** The names of the scenarios. */
export type ScenarioName = 'hour' | 'ten-thousand' | 'tunnel' | 'arrival-day' | 'kinds'

const COUNTS: Readonly<Record<ScenarioName, number>> = {
  // The students who send without pauses are not those who follow the pace of the hour, so more are
  // needed.
  hour: 16_000,
  'ten-thousand': 10_000,
  tunnel: 10_000,
  'arrival-day': 10_000,
  kinds: 1500,
}

/** Start a campus, run the scenario, and return the goals with their results. */
export async function runScenario(
  place: Workspace,
  name: ScenarioName,
  {
    minutes,
    students,
    ...wishes
  }: { minutes?: number | undefined; students?: number | undefined } & Omit<
    LoadTestCampusParams,
    'students'
  >,
): Promise<GoalResult[]> {
  const campus = await openLoadTestCampus(place, {
    students: students ?? COUNTS[name],
    ...wishes,
  })
  try {
    switch (name) {
      case 'hour':
        return await playOpeningHour(place, campus, { minutes: minutes ?? 1 })
      case 'ten-thousand':
        return await playTenThousand(place, campus, { minutes: minutes ?? 1.5 })
      case 'tunnel':
        return await playReconnectRush(place, campus)
      case 'arrival-day':
        return await playArrivalDay(place, campus, { minutes: minutes ?? 4 })
      case 'kinds':
        await measureCallCosts(place, campus)
        return []
    }
  } finally {
    await campus.stop()
  }
}
