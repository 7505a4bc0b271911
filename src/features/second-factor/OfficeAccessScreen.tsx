import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { useSession } from '#app/lib/session/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import type { SignInRequirement } from '#contract/rules'
import { secondFactor } from '#contract/second-factor'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { SecondFactorCodeForm } from './SecondFactorCodeForm.tsx'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'
import styles from './second-factor.module.css'

/**
 * The gate of the office: the user chooses a password of their own, or enters a code of the second
 * factor.
 */
export function OfficeAccessScreen({
  lacks,
  onDone,
}: {
  lacks: '' | SignInRequirement
  onDone: () => void
}) {
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
  const state = useOnlineQuery({ name: 'factor', entry: secondFactor.state, input: {} })
  return (
    <OfficePage title={texts.factorTitle}>
      {state.data === undefined ? (
        <QueryFallback kept={state} rows={3} />
      ) : (
        <SetupOrCode has={state.data.has} onDone={onDone} />
      )}
    </OfficePage>
  )
}

function SetupOrCode({ has, onDone }: { has: boolean; onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const { send, busy, problem } = useOnlineCall()
  // Whether the user had a second factor when the page opened. A user who has just set one up still
  // has to see the recovery codes.
  const [hadOne] = useState(has)
  return (
    <div className={styles['narrow']}>
      <p>{hadOne ? texts.factorProve : texts.factorAbout}</p>
      {hadOne ? (
        <SecondFactorCodeForm
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
