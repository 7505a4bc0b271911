import { useEffect, useEffectEvent } from 'react'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useDirtyForm } from '#app/lib/forms/dirty-forms.ts'
import type { PreparedImage } from '#app/lib/pictures/prepare-image.ts'
import { currentSession, getSignInIdCard } from '#app/lib/session/session.ts'
import {
  type GreenChannelApplication,
  type LoanApplication,
  loanSchema,
} from '#contract/green-channel'
import type { LoanDraft, ApplicationDraft } from './draft.ts'

/** The values of the form while it is filled in. */
export interface LoanValues extends Omit<LoanApplication, 'amount'> {
  readonly amount: number | null
}

const NAMES = Object.keys({
  amount: true,
  contract: true,
  receipt: true,
  image: true,
} satisfies Record<Exclude<keyof LoanApplication, 'student' | 'idCard'>, true>)
/**
 * A placeholder for the picture. The picture is sent separately, and the form only checks that
 * there is one.
 */
const CHOSEN = 'chosen'

/**
 * The state of the loan form. It is validated by the contract, and stored as a draft while the user
 * fills in the form.
 */
export function useLoanForm({
  replaced,
  before,
  image,
  writing,
}: {
  replaced: GreenChannelApplication | undefined
  /** The draft of an earlier visit. */
  before: LoanDraft | undefined
  image: PreparedImage | undefined
  writing: ApplicationDraft
}) {
  const values: LoanValues = {
    amount: before?.amount ?? replaced?.amount ?? null,
    contract: before?.contract ?? replaced?.contract ?? '',
    receipt: before?.receipt ?? replaced?.receipt ?? '',
    image: '',
    student: currentSession()?.subject ?? '',
    idCard: getSignInIdCard(),
  }
  const keep = ({ amount, contract, receipt }: LoanValues) =>
    writing.save({
      review: replaced?.review ?? '',
      amount,
      contract,
      receipt,
      ...(image && { image }),
    })
  const contract = useContractForm<LoanValues, LoanApplication>({
    rules: loanSchema,
    names: NAMES,
    source: { values },
    restored: before !== undefined,
    onDraft: ({ values: typed }) => keep(typed),
  })
  const { setValue, getValues } = contract.form
  const isChosen = image !== undefined
  useEffect(() => {
    if (isChosen) setValue('image', CHOSEN, { shouldValidate: true })
  }, [isChosen, setValue])
  const keepImage = useEffectEvent(() => void keep(getValues()))
  useEffect(() => {
    if (image !== undefined && image !== before?.image) keepImage()
  }, [image, before])
  useDirtyForm(isChosen)
  return contract
}
