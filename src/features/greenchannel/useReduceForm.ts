import { useState } from 'react'
import { useChosen } from '#app/host/chosen.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { currentSession, idCardOfThisVisit } from '#app/lib/session.ts'
import { useTyping } from '#app/lib/typing.ts'
import { type Application, deferProblem, greenchannel } from '#contract/greenchannel'
import { greenchannelWords } from '#words/greenchannel'
import { useDeferral } from './deferral.ts'
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

/** The state of the deferral's form. Nothing of it is written down on the phone (GRN-47). */
export function useReduceForm({
  stunum,
  yuan,
  replaced,
  readAgain,
}: {
  stunum: string
  yuan: string | undefined
  replaced: Application | undefined
  readAgain: () => Promise<unknown>
}) {
  const words = useWords(greenchannelWords)
  const language = useLanguage()
  const [type, choose] = useState(replaced === undefined ? '' : HOUSEHOLD_TYPE)
  const [isLookedAt, lookAt] = useState(false)
  const deferral = useDeferral(yuan)
  const householder = useChosen()
  const own = useChosen()
  const step = useFeeStep(stunum)
  const apply = useApply({ entry: greenchannel.applyHousehold, failed: words.deferralFailed, readAgain })
  const isMissing = householder.image === undefined || own.image === undefined
  useTyping(type !== '' || householder.image !== undefined || own.image !== undefined)

  const wrong: Wrong = {
    type: type === '' ? words.typeRequired : undefined,
    amount: deferProblem(deferral.amount, deferral.total)?.[language],
    pictures: isMissing ? words.photosRequired : undefined,
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
    const pictures = Promise.all([carried(householder.image), carried(own.image)])
    const input = pictures.then(([first, second]) => ({
      amount,
      student: currentSession()?.subject ?? '',
      householder: first,
      own: second,
      idCard: idCardOfThisVisit(),
    }))
    if (await apply.send(input)) await step.goThere()
    return undefined
  }
  return { type, choose, deferral, householder, own, wrong: isLookedAt ? wrong : NOTHING, apply, submit }
}
