import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useImagePicker } from '#app/host/image-picker.ts'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { currentSession, getSignInIdCard } from '#app/lib/session/session.ts'
import { formatYuanWithoutTrailingZeros } from '#contract/fees'
import { formatYuan } from '#contract/fields'
import {
  type GreenChannelApplication,
  validateDeferralAmount,
  greenChannel,
} from '#contract/green-channel'
import { normalizeAmount } from '#contract/normalize'
import { deferralAmountTexts } from '#i18n/deferral-amount'
import { greenChannelTexts } from '#i18n/green-channel'
import type { Language } from '#i18n/translate'
import { type Deferral, parseYuanParam, useDeferral, type UseDeferrableTotal } from './deferral.ts'
import { parseDraft, DeferralDraft, type ApplicationDraft } from './draft.ts'
import { useFeeStep } from './useFeeStep.ts'
import { encodePicture, useSubmitApplication } from './useSubmitApplication.ts'

/** The only type of deferral available here (GRN-30). */
export const REGISTERED_HOUSEHOLD_TYPE = '1'

/** The errors of the form by field. */
interface DeferralErrors {
  readonly type?: string | undefined
  readonly amount?: string | undefined
  readonly pictures?: string | undefined
}

const NOTHING: DeferralErrors = {}

/** The state of the deferral form. It is stored as a draft while the user fills in the form. */
export function useDeferralForm({
  stunum,
  yuan,
  useDeferrable,
  replaced,
  writing,
  invalidate,
}: {
  stunum: string
  yuan: string | undefined
  useDeferrable: UseDeferrableTotal
  replaced: GreenChannelApplication | undefined
  writing: ApplicationDraft
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const language = useLanguage()
  const [before] = useState(() => parseDraft(DeferralDraft, writing.draft, replaced?.review))
  const [type, choose] = useState(
    before?.type ?? (replaced === undefined ? '' : REGISTERED_HOUSEHOLD_TYPE),
  )
  const [typed, typeAmount] = useState(
    before?.amount ?? (replaced === undefined ? '' : formatYuan(replaced.amount)),
  )
  const [isLookedAt, lookAt] = useState(false)
  const computed = useDeferral(yuan, useDeferrable)
  const isFree = computed.limit !== undefined
  const wanted = normalizeAmount(typed)
  const deferral = !isFree
    ? computed
    : { ...computed, amount: wanted === '' ? undefined : parseYuanParam(wanted) }
  const householder = useImagePicker(before?.householder)
  const own = useImagePicker(before?.own)
  const step = useFeeStep(stunum)
  const apply = useSubmitApplication({
    entry: greenChannel.applyHousehold,
    failed: texts.deferralFailed,
    invalidate,
  })
  const isMissing = householder.image === undefined || own.image === undefined
  const keep = useEffectEvent(() => {
    const pictures = {
      ...(householder.image && { householder: householder.image }),
      ...(own.image && { own: own.image }),
    }
    void writing.save({
      review: replaced?.review ?? '',
      type,
      ...(isFree && { amount: typed }),
      ...pictures,
    })
  })
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) keep()
    isFirst.current = false
  }, [type, typed, householder.image, own.image])
  useDirtyForm(type !== '' || householder.image !== undefined || own.image !== undefined)

  const wrong: DeferralErrors = {
    type: type === '' ? texts.typeRequired : undefined,
    amount: describeAmountProblem(deferral, language),
    pictures: isMissing ? texts.photosRequired : undefined,
  }
  /** Submits the form; resolves to the first invalid field, if any. */
  const submit = async (): Promise<'type' | 'amount' | 'householder' | 'own' | undefined> => {
    if (apply.refuseOffline()) return undefined
    lookAt(true)
    const { amount } = deferral
    if (type === '') return 'type'
    if (wrong.amount !== undefined || amount === undefined) return 'amount'
    if (!householder.image) return 'householder'
    if (!own.image) return 'own'
    const pictures = Promise.all([encodePicture(householder), encodePicture(own)])
    const input = pictures.then(([first, second]) => ({
      amount,
      student: currentSession()?.subject ?? '',
      householder: first,
      own: second,
      idCard: getSignInIdCard(),
    }))
    if (await apply.send(input)) {
      writing.drop()
      await step.goThere()
    }
    return undefined
  }
  return {
    /** Whether the form was restored from an earlier visit. */
    restored: before !== undefined,
    type,
    choose,
    deferral,
    typed,
    typeAmount,
    householder,
    own,
    wrong: isLookedAt ? wrong : NOTHING,
    apply,
    submit,
  }
}

function describeAmountProblem(
  { amount, total, limit }: Deferral,
  language: Language,
): string | undefined {
  if (limit !== undefined && amount !== undefined && amount > limit)
    return deferralAmountTexts.deferOverLimit[language](formatYuanWithoutTrailingZeros(limit))
  return validateDeferralAmount(amount, total)?.[language]
}
