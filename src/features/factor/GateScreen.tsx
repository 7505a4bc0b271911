import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { OfficePage } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { useSession } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { factor } from '#contract/factor'
import type { Lack } from '#contract/rules'
import { commonWords } from '#words/common'
import { officeWords } from '#words/office'
import { staffWords } from '#words/staff'
import { CodeForm } from './CodeForm.tsx'
import { SetUp } from './SetUp.tsx'
import styles from './factor.module.css'

/** What stands before the office: an own password to choose, or the second factor to show. */
export function GateScreen({ lacks, onDone }: { lacks: '' | Lack; onDone: () => void }) {
  const words = useWords(staffWords)
  const stunum = useSession()?.stunum ?? ''
  const href = useLocation({ select: (location) => location.href })
  if (lacks !== 'own-password') return <Show onDone={onDone} />
  return (
    <OfficePage title={words.changePassword}>
      <div className={styles['narrow']}>
        <p>{words.ownPasswordFirst}</p>
        <ButtonLink to="/changepass/$stunum" params={{ stunum }} search={{ next: href }}>
          {words.changePassword}
        </ButtonLink>
      </div>
    </OfficePage>
  )
}

function Show({ onDone }: { onDone: () => void }) {
  const words = useWords(staffWords)
  const common = useWords(commonWords)
  const office = useWords(officeWords)
  const state = useLiveRead({ name: 'factor', entry: factor.state, input: {} })
  return (
    <OfficePage title={words.factorTitle}>
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
  const words = useWords(staffWords)
  const { send, busy, problem } = useLive()
  // Who has just set one up is still shown the recovery codes.
  const [hadOne] = useState(has)
  return (
    <div className={styles['narrow']}>
      <p>{hadOne ? words.factorProve : words.factorAbout}</p>
      {hadOne ? (
        <CodeForm
          send={(code) => send(factor.prove, { code })}
          busy={busy}
          problem={problem}
          onDone={onDone}
        />
      ) : (
        <SetUp label={words.factorSetUp} onDone={onDone} />
      )}
    </div>
  )
}
