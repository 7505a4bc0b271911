import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { roomQuery } from '#app/features/assigned-room/public.ts'
import { stepsQuery } from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useTexts } from '#app/lib/language/language.ts'
import {
  callApi,
  isUnansweredOutcome,
  describeCallOutcome,
  type CallOutcome,
} from '#app/lib/network/call-api.ts'
import { getNetworkStatus, useNetwork } from '#app/lib/network/network-status.ts'
import { useDraft } from '#app/lib/outbox/drafts.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { showToast } from '#app/ui/toast.ts'
import { dorm } from '#contract/dorm'
import { commonTexts } from '#i18n/common'
import { dormTexts } from '#i18n/dorm'
import { DormChoiceDraft, bedReservationKey, useBedReservation } from './bed-reservation.ts'
import { chosenDormTypeQuery, dormTypesQuery } from './queries.ts'

/**
 * The state of the dorm step: the chosen type with its reservation, or the available types and a
 * function to choose. It is online-only (D-48).
 */
export function useDormStep(step: string) {
  const texts = useTexts(dormTexts)
  const common = useTexts(commonTexts)
  const client = useQueryClient()
  const network = useNetwork()
  const draft = useDraft('dorm')
  const before = v.safeParse(DormChoiceDraft, draft.draft)
  const chosen = useCachedQuery(chosenDormTypeQuery())
  const room = useCachedQuery(roomQuery())
  const own = chosen.data?.type ?? undefined
  const reservation = useBedReservation(own !== undefined)
  const isOver = reservation.type === 'expired'
  const isOpen = (chosen.data !== undefined && own === undefined) || isOver
  const types = useCachedQuery({ ...dormTypesQuery(), enabled: isOpen })
  const [wasHeld, setWasHeld] = useState(false)
  const [picked, setPicked] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isMissing, setMissing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const type = picked ?? (before.success && !before.output.held ? before.output.type : '')
  useDirtyForm(isOpen && type !== '')
  if (own !== undefined && !wasHeld) setWasHeld(true)

  const askAgain = () =>
    Promise.all(
      [chosenDormTypeQuery(), dormTypesQuery(), stepsQuery()].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  const remember = useEffectEvent((held: string) => void draft.save({ type: held, held: true }))
  const lose = useEffectEvent(() => void askAgain())
  const ownId = own?.id
  useEffect(() => {
    if (ownId !== undefined) remember(ownId)
  }, [ownId])
  useEffect(() => {
    if (isOver) lose()
  }, [isOver])
  const take = async () => {
    const outcome = await callApi(dorm.choose, {
      student: currentSession()?.subject ?? '',
      type,
      step,
    })
    if (outcome.type !== 'ok') return setProblem(reasonOf(outcome))
    setPicked(undefined)
    showToast(texts.chosenNow)
    const value = {
      type: types.data?.types.find(({ id }) => id === type) ?? {
        id: type,
        name: type,
        placesLeft: undefined,
        price: undefined,
      },
    }
    client.setQueryData(chosenDormTypeQuery().queryKey, { value })
    void client.resetQueries({ queryKey: bedReservationKey() })
  }
  // The reason for a failure: the backend's own text for a refusal, the network's message if there
  // was no response, otherwise a default (DORM-05).
  const reasonOf = (outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>): string => {
    if (isUnansweredOutcome(outcome))
      return getNetworkStatus() === 'offline' ? common.offlineOnly : common.networkError
    const said = outcome.type === 'refused' ? outcome.message : describeCallOutcome(outcome)
    return outcome.type === 'unreadable' || said === '' ? texts.systemError : said
  }
  return {
    chosen,
    own,
    room: room.data?.room ?? undefined,
    reservation,
    types,
    network,
    type,
    isMissing,
    problem,
    isBusy,
    /** Whether a bed was reserved and the reservation has expired (DORM-18). */
    isLost: isOpen && (wasHeld || (before.success && before.output.held)),
    pick: (id: string) => {
      setPicked(id)
      setMissing(false)
      setProblem(undefined)
      void draft.save({ type: id, held: false })
    },
    refresh: () => void askAgain(),
    /** Returns whether there was a choice to submit. */
    submit: (): boolean => {
      setMissing(type === '')
      setProblem(undefined)
      if (type === '') return false
      if (network === 'offline') setProblem(common.offlineOnly)
      else {
        setBusy(true)
        void take().finally(() => {
          setBusy(false)
          // The choice is read again after any result, because the bed might have been reserved
          // although the response was lost.
          void askAgain()
        })
      }
      return true
    },
  }
}
