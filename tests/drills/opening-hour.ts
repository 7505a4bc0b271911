import { tableOf } from '../load/goals.ts'
import { play } from '../load/play.ts'
import type { Place } from './support/place.ts'

export const about =
  'The opening hour of 10,000 new students at its steepest, as npm run load -- --hour plays it: nothing fails, p99 and memory hold.'

/** Answers what was reached. */
export async function drill(place: Place): Promise<string> {
  const goals = await play(place, 'hour', { minutes: 1 })
  for (const line of tableOf(goals)) place.say(line)
  const missed = goals.filter(({ holds }) => !holds)
  if (missed.length > 0)
    throw new Error(
      missed.map(({ name, goal, reached }) => `${name}: ${reached}, goal ${goal}`).join('; '),
    )
  return goals.map(({ name, reached }) => `${name}: ${reached}`).join('; ')
}
