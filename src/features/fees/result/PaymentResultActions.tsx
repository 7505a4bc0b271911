import { useNextStepAddress } from '#app/features/onboarding/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { feesTexts } from '#i18n/fees'
import { PayLink } from '../payment/PayLink.tsx'

/**
 * The actions on a result page: the next step by its number, a link to pay again or to pay the
 * rest, or a link to the home page (FEE-08).
 */
export function PaymentResultActions({
  paid,
  owed,
  sort,
  stunum,
}: {
  paid: boolean
  /** The amount left to pay, fen. */
  owed: number
  sort: string | undefined
  stunum: string
}) {
  const texts = useTexts(feesTexts)
  const next = useNextStepAddress(Number(sort), stunum)
  const pay = (label: string, tone: 'main' | 'second') => (
    <PayLink label={label} tone={tone} sort={sort} stunum={stunum} />
  )
  const rest = owed > 0 && pay(texts.payRest, 'second')
  if (!paid)
    return (
      <>
        {pay(texts.again, 'main')}
        <HomeLink />
      </>
    )
  return (
    <>
      {sort !== undefined && <ButtonLink to={next}>{texts.next}</ButtonLink>}
      {rest}
      <HomeLink />
    </>
  )
}

/** A link from a result page to home. */
export function HomeLink() {
  const texts = useTexts(feesTexts)
  return (
    <ButtonLink tone="second" to="/">
      {texts.home}
    </ButtonLink>
  )
}
