import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { OfficePage } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { useOnlineQuery } from '#app/lib/live-read.ts'
import { useOnlineCall } from '#app/lib/live.ts'
import { useSession } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { ErrorState } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { secondFactor } from '#contract/factor'
import type { Lack } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { officeTexts } from '#i18n/office'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { CodeForm } from './CodeForm.tsx'
import { SecondFactorSetup } from './SetUp.tsx'
import styles from './factor.module.css'

/** What stands before the office: an own password to choose, or the second factor to show. */
export function OfficeAccessScreen({ lacks, onDone }: { lacks: '' | Lack; onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const stunum = useSession()?.stunum ?? ''
  const href = useLocation({ select: (location) => location.href })
  if (lacks !== 'own-password') return <ShowSecondFactor onDone={onDone} />
  return (
    <OfficePage title={texts.changePassword}>
      <div className={styles['narrow']}>
        <p>{texts.ownPasswordFirst}</p>
        <ButtonLink to="/changepass/$stunum" params={{ stunum }} search={{ next: href }}>
          {texts.changePassword}
        </ButtonLink>
      </div>
    </OfficePage>
  )
}

function ShowSecondFactor({ onDone }: { onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const common = useTexts(commonTexts)
  const office = useTexts(officeTexts)
  const state = useOnlineQuery({ name: 'factor', entry: secondFactor.state, input: {} })
  return (
    <OfficePage title={texts.factorTitle}>
      {state.data === undefined ? (
        state.state === 'failed' ? (
          <ErrorState
            text={state.problem ?? ''}
            why={state.why}
            retryLabel={office.retry}
            onRetry={state.retry}
          />
        ) : (
          <Skeleton rows={3} label={common.loading} />
        )
      ) : (
        <SetupOrCode has={state.data.has} onDone={onDone} />
      )}
    </OfficePage>
  )
}

function SetupOrCode({ has, onDone }: { has: boolean; onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const { send, busy, problem } = useOnlineCall()
  // Who has just set one up is still shown the recovery codes.
  const [hadOne] = useState(has)
  return (
    <div className={styles['narrow']}>
      <p>{hadOne ? texts.factorProve : texts.factorAbout}</p>
      {hadOne ? (
        <CodeForm
          send={(code) => send(secondFactor.prove, { code })}
          busy={busy}
          problem={problem}
          onDone={onDone}
        />
      ) : (
        <SecondFactorSetup label={texts.factorSetUp} onDone={onDone} />
      )}
    </div>
  )
}
