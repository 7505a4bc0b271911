import { useEffect } from 'react'
import { useContractForm } from '#app/lib/contract-form.ts'
import { currentSession, idCardOfThisVisit } from '#app/lib/session.ts'
import { useTyping } from '#app/lib/typing.ts'
import { type Application, type Loan, loanSchema } from '#contract/greenchannel'

/** The words of the form while they are typed. */
export interface LoanValues extends Omit<Loan, 'amount'> {
  readonly amount: number | null
}

const NAMES = ['amount', 'contract', 'receipt', 'image'] as const
/** Stands for the picture, which travels beside: the form only has to know that there is one. */
const CHOSEN = 'chosen'

/** The state of the loan's form, checked by the contract's rules. Nothing of it is written down on the phone (GRN-47). */
export function useLoanForm(replaced: Application | undefined, isChosen: boolean) {
  const values: LoanValues = {
    amount: replaced?.amount ?? null,
    contract: replaced?.contract ?? '',
    receipt: replaced?.receipt ?? '',
    image: '',
    student: currentSession()?.subject ?? '',
    idCard: idCardOfThisVisit(),
  }
  const contract = useContractForm<LoanValues, Loan>({
    rules: loanSchema,
    names: NAMES,
    source: { values },
    restored: false,
    onDraft: keepNothing,
  })
  const { setValue } = contract.form
  useEffect(() => {
    if (isChosen) setValue('image', CHOSEN, { shouldValidate: true })
  }, [isChosen, setValue])
  useTyping(isChosen)
  return contract
}

const keepNothing = () => Promise.resolve()
