import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChosen } from '#app/host/chosen.ts'
import { useTyping } from '#app/lib/forms/typing.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { currentSession, idCardOfThisVisit } from '#app/lib/session.ts'
import { type Application, deferProblem, greenchannel } from '#contract/greenchannel'
import { greenChannelTexts } from '#i18n/green-channel'
import { useDeferral, type UseDeferrable } from './deferral.ts'
import { draftOf, HouseholdDraft, type Writing } from './draft.ts'
import { carried, useApply } from './useApply.ts'
import { useFeeStep } from './useFeeStep.ts'

/** The only type of deferral that is applied for here (GRN-30). */
export const HOUSEHOLD_TYPE = '1'

/** What is wrong with the form, field by field. */
interface Wrong {
  readonly type?: string | undefined
  readonly amount?: string | undefined
  readonly pictures?: string | undefined
}

const NOTHING: Wrong = {}

/** The state of the deferral's form, kept while it is filled in. */
export function useReduceForm({
  stunum,
  yuan,
  useDeferrable,
  replaced,
  writing,
  invalidate,
}: {
  stunum: string
  yuan: string | undefined
  useDeferrable: UseDeferrable
  replaced: Application | undefined
  writing: Writing
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const language = useLanguage()
  const [before] = useState(() => draftOf(HouseholdDraft, writing.draft, replaced?.review))
  const [type, choose] = useState(before?.type ?? (replaced === undefined ? '' : HOUSEHOLD_TYPE))
  const [isLookedAt, lookAt] = useState(false)
  const deferral = useDeferral(yuan, useDeferrable)
  const householder = useChosen(before?.householder)
  const own = useChosen(before?.own)
  const step = useFeeStep(stunum)
  const apply = useApply({
    entry: greenchannel.applyHousehold,
    failed: texts.deferralFailed,
    invalidate,
  })
  const isMissing = householder.image === undefined || own.image === undefined
  const keep = useEffectEvent(() => {
    const pictures = {
      ...(householder.image && { householder: householder.image }),
      ...(own.image && { own: own.image }),
    }
    void writing.save({ review: replaced?.review ?? '', type, ...pictures })
  })
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) keep()
    isFirst.current = false
  }, [type, householder.image, own.image])
  useTyping(type !== '' || householder.image !== undefined || own.image !== undefined)

  const wrong: Wrong = {
    type: type === '' ? texts.typeRequired : undefined,
    amount: deferProblem(deferral.amount, deferral.total)?.[language],
    pictures: isMissing ? texts.photosRequired : undefined,
  }
  /** Send it; answers which field is wrong, the first on the page. */
  const submit = async (): Promise<'type' | 'amount' | 'householder' | 'own' | undefined> => {
    if (apply.refuseOffline()) return undefined
    lookAt(true)
    const { amount } = deferral
    if (type === '') return 'type'
    if (wrong.amount !== undefined || amount === undefined) return 'amount'
    if (!householder.image) return 'householder'
    if (!own.image) return 'own'
    const pictures = Promise.all([carried(householder), carried(own)])
    const input = pictures.then(([first, second]) => ({
      amount,
      student: currentSession()?.subject ?? '',
      householder: first,
      own: second,
      idCard: idCardOfThisVisit(),
    }))
    if (await apply.send(input)) {
      writing.drop()
      await step.goThere()
    }
    return undefined
  }
  return {
    /** An earlier visit left it. */
    restored: before !== undefined,
    type,
    choose,
    deferral,
    householder,
    own,
    wrong: isLookedAt ? wrong : NOTHING,
    apply,
    submit,
  }
}
