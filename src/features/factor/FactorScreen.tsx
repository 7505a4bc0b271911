import { useState } from 'react'
import { OfficePage } from '#app/features/office/face.ts'
import { useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { factor } from '#contract/factor'
import { commonTexts } from '#i18n/common'
import { officeTexts } from '#i18n/office'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { SetUp } from './SetUp.tsx'
import styles from './factor.module.css'

/** One's own second factor: set up, moved to another phone, switched off where it may be. */
export function FactorScreen() {
  const texts = useTexts(staffAccountsTexts)
  const common = useTexts(commonTexts)
  const office = useTexts(officeTexts)
  const { send, busy, problem } = useLive()
  const {
    data,
    state,
    problem: unread,
    why,
    retry,
  } = useLiveRead({
    name: 'factor',
    entry: factor.state,
    input: {},
  })
  const [round, setRound] = useState(0)
  const remove = async () => {
    const outcome = await send(factor.remove, {})
    if (outcome?.type !== 'ok') return
    toast(texts.factorRemoved)
    retry()
  }
  return (
    <OfficePage title={texts.factorTitle}>
      <p>{texts.factorAbout}</p>
      {data === undefined ? (
        state === 'failed' ? (
          <Problem text={unread ?? ''} why={why} retryLabel={office.retry} onRetry={retry} />
        ) : (
          <Skeleton rows={3} label={common.loading} />
        )
      ) : (
        <div className={styles['narrow']}>
          <p>{data.has ? texts.recoveryLeft(data.left) : texts.factorNone}</p>
          <SetUp
            key={round}
            label={data.has ? texts.factorAgain : texts.factorSetUp}
            onDone={() => {
              setRound(round + 1)
              retry()
            }}
          />
          <Alert text={problem} />
          {data.has && !data.required && (
            <Button tone="danger" busy={busy} onClick={() => void remove()}>
              {texts.factorRemove}
            </Button>
          )}
        </div>
      )}
    </OfficePage>
  )
}
