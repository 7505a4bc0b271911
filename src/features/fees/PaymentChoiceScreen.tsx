import { useRef, useState } from 'react'
import { useNextStepAddress } from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { serverYear } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { Spinner } from '#app/ui/Spinner.tsx'
import { showToast } from '#app/ui/toast.ts'
import { fees, type PayAtSchoolSlip } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { notOfferedTexts } from '#i18n/not-offered'
import { invalidatePaymentReads } from './confirmation/payment-updates.ts'
import { feeOverviewQuery } from './overview/fee-overview.ts'
import { usePaymentStep } from './overview/usePaymentStep.ts'
import { CashDeskSlip } from './result/CashDeskSlip.tsx'
import styles from './fees.module.css'

/**
 * The number of the payment step in the reference flow (D-116). It is used until this phone has
 * loaded the student's own steps.
 */
const KNOWN_STEP = 5

/**
 * The choice between third-party payment and payment at school (FEE-17). Choosing payment at school
 * completes the step and shows a paper slip (D-59).
 */
export function PaymentChoiceScreen({
  sort,
  stunum,
}: {
  sort: string | undefined
  stunum: string
}) {
  const texts = useTexts(feesTexts)
  const offered = useTexts(notOfferedTexts)
  const known = usePaymentStep()
  const step = Number(sort ?? known ?? KNOWN_STEP)
  const next = useNextStepAddress(step, stunum)
  const year = useCachedQuery(feeOverviewQuery()).data?.year ?? String(serverYear())
  const live = useOnlineCall()
  const [carried, setCarried] = useState<PayAtSchoolSlip>()
  const isChosen = useRef(false)

  const payAtSchool = async () => {
    if (isChosen.current) return showToast(texts.once)
    isChosen.current = true
    const outcome = await live.send(fees.payAtSchool, {
      student: currentSession()?.subject ?? '',
      year,
      step,
    })
    if (outcome?.type === 'ok') setCarried(outcome.data)
    else isChosen.current = false
    await invalidatePaymentReads()
  }
  return (
    <Page title={texts.chooseTitle} back={`/welcome/${stunum}`} sheet={carried !== undefined}>
      <div className={styles['unprinted']}>
        <Card flush>
          {appConfig.payment === 'none' ? (
            <Row label={texts.thirdParty} description={offered.noPayment} />
          ) : (
            <RowLink
              to="/onlinefee/$sort/$stunum"
              params={{ sort: String(step), stunum }}
              label={texts.thirdParty}
              description={texts.thirdPartyText}
            />
          )}
          <Row
            label={texts.atSchool}
            description={texts.atSchoolText}
            trailing={live.busy ? <Spinner /> : carried && <Pill tone="done">{texts.chosen}</Pill>}
            onClick={() => void payAtSchool()}
          />
        </Card>
      </div>
      <Alert text={live.problem} />
      {carried && (
        <>
          <CashDeskSlip carried={carried} year={year} />
          <ButtonLink to={next}>{texts.next}</ButtonLink>
        </>
      )}
    </Page>
  )
}
