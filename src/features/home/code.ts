import type { Person } from '#contract/identity'
import { type KeptOptions, ReadProblem } from '#app/lib/kept.ts'
import { outcomeText } from '#app/lib/call.ts'
import { currentLanguage } from '#app/lib/language.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { commonWords } from '#words/common'
import { homeWords } from '#words/home'
import { speak } from '#words/say'
import { registrationQuery, roomQuery } from './queries.ts'

/** A code that may be shown: its content, and when the checks behind it were made, ms. */
export interface ShownCode {
  readonly name: string
  readonly content: string
  readonly checkedAt: number
}

/** The checks before the personal code, in the order of D-30: registration, then the dorm unless postgraduate. */
export async function checkCode(person: Person): Promise<{ type: 'show'; code: ShownCode } | { type: 'say'; text: string }> {
  const home = speak(homeWords, currentLanguage())
  if (person.role !== 'student') return { type: 'say', text: speak(commonWords, currentLanguage()).noPermission }
  try {
    const registration = await newest(registrationQuery(person.code), (found) => found.checkedIn)
    if (!registration.value.checkedIn) return { type: 'say', text: home.onArrival }
    let checkedAt = registration.at
    if (person.enrolment !== '1') {
      const room = await newest(roomQuery(person.code), (found) => found.room !== null)
      if (room.value.room === null) return { type: 'say', text: home.noDorm }
      checkedAt = Math.min(checkedAt, room.at)
    }
    return { type: 'show', code: { name: person.name, content: person.code, checkedAt } }
  } catch (problem) {
    if (!(problem instanceof ReadProblem)) throw problem
    return { type: 'say', text: outcomeText(problem.outcome) }
  }
}

/** The network's answer, or what an earlier check has left on the phone; a kept refusal is asked for anew. */
async function newest<T>(options: KeptOptions<T>, isGood: (value: T) => boolean): Promise<{ value: T; at: number }> {
  const kept = () => {
    const state = queryClient.getQueryState<{ value: T }>(options.queryKey)
    return state?.data === undefined ? undefined : { value: state.data.value, at: state.dataUpdatedAt }
  }
  const started = Date.now()
  try {
    await queryClient.fetchQuery({ ...options, staleTime: 0 })
    const found = kept()
    // The first answer may come from the phone's own store, without a look at the network.
    if (found !== undefined && found.at < started && !isGood(found.value))
      await queryClient.fetchQuery({ ...options, staleTime: 0 })
  } catch (problem) {
    if (kept() === undefined) throw problem
  }
  const found = kept()
  if (found === undefined) throw new Error('A read has ended without an answer')
  return found
}
