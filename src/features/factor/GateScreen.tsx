import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { OfficePage } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { useSession } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { factor } from '#contract/factor'
import type { Lack } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { officeTexts } from '#i18n/office'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { CodeForm } from './CodeForm.tsx'
import { SetUp } from './SetUp.tsx'
import styles from './factor.module.css'

/** What stands before the office: an own password to choose, or the second factor to show. */
export function GateScreen({ lacks, onDone }: { lacks: '' | Lack; onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const stunum = useSession()?.stunum ?? ''
  const href = useLocation({ select: (location) => location.href })
  if (lacks !== 'own-password') return <Show onDone={onDone} />
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

function Show({ onDone }: { onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const common = useTexts(commonTexts)
  const office = useTexts(officeTexts)
  const state = useLiveRead({ name: 'factor', entry: factor.state, input: {} })
  return (
    <OfficePage title={texts.factorTitle}>
      {state.data === undefined ? (
        state.state === 'failed' ? (
          <Problem
            text={state.problem ?? ''}
            why={state.why}
            retryLabel={office.retry}
            onRetry={state.retry}
          />
        ) : (
          <Skeleton rows={3} label={common.loading} />
        )
      ) : (
        <Ways has={state.data.has} onDone={onDone} />
      )}
    </OfficePage>
  )
}

function Ways({ has, onDone }: { has: boolean; onDone: () => void }) {
  const texts = useTexts(staffAccountsTexts)
  const { send, busy, problem } = useLive()
  // Who has just set one up is still shown the recovery codes.
  const [hadOne] = useState(has)
  return (
    <div className={styles['narrow']}>
      <p>{hadOne ? texts.factorProve : texts.factorAbout}</p>
      {hadOne ? (
        <CodeForm
          send={(code) => send(factor.prove, { code })}
          busy={busy}
          problem={problem}
          onDone={onDone}
        />
      ) : (
        <SetUp label={texts.factorSetUp} onDone={onDone} />
      )}
    </div>
  )
}
