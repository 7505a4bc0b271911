import { useEffect, useEffectEvent, useState } from 'react'
import { useLanguage } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { type PassState, createRefusedState } from './pass-state.ts'
import { subscribeToPass } from './pass-subscription.ts'

export type { PassState }

/**
 * Returns the signed-in student's pass, which is based on a check with the campus now or on an
 * earlier check. The code is renewed while it is shown.
 */
export function usePass(): PassState {
  const person = useSession()?.person
  const language = useLanguage()
  const whose = person === undefined ? '' : `${person.code} ${language}`
  const [told, tell] = useState<{ readonly whose: string; readonly state: PassState }>()
  const start = useEffectEvent(() =>
    person?.role === 'student'
      ? subscribeToPass(person, language, (state) => tell({ whose, state }))
      : undefined,
  )
  useEffect(() => start(), [whose])
  if (person === undefined) return createRefusedState('nobody', language)
  if (person.role !== 'student') return createRefusedState('not-a-student', language)
  return told?.whose === whose ? told.state : LOADING
}

const LOADING: PassState = { type: 'loading' }
