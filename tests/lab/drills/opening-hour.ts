import { formatGoals } from '../load/goals.ts'
import { runScenario } from '../load/scenario.ts'
import type { Workspace } from './support/workspace.ts'

export const description =
  'The first minute of the opening hour of 10,000 new students, as npm run load -- --hour simulates it: no request fails, and the goals for p99 and memory are met.'

/** Returns the goals with the values that were reached. */
export async function drill(place: Workspace): Promise<string> {
  const goals = await runScenario(place, 'hour', { minutes: 1 })
  for (const line of formatGoals(goals)) place.print(line)
  const missed = goals.filter(({ isReached }) => !isReached)
  if (missed.length > 0)
    throw new Error(
      missed.map(({ name, goal, reached }) => `${name}: ${reached}, goal ${goal}`).join('; '),
    )
  return goals.map(({ name, reached }) => `${name}: ${reached}`).join('; ')
}
