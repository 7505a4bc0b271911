import { useState } from 'react'
import { OfficePage } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { factor } from '#contract/factor'
import { commonWords } from '#words/common'
import { officeWords } from '#words/office'
import { staffWords } from '#words/staff'
import { SetUp } from './SetUp.tsx'
import styles from './factor.module.css'

/** One's own second factor: set up, moved to another phone, switched off where it may be. */
export function FactorScreen() {
  const words = useWords(staffWords)
  const common = useWords(commonWords)
  const office = useWords(officeWords)
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
    toast(words.factorRemoved)
    retry()
  }
  return (
    <OfficePage title={words.factorTitle}>
      <p>{words.factorAbout}</p>
      {data === undefined ? (
        state === 'failed' ? (
          <Problem text={unread ?? ''} why={why} retryLabel={office.retry} onRetry={retry} />
        ) : (
          <Skeleton rows={3} label={common.loading} />
        )
      ) : (
        <div className={styles['narrow']}>
          <p>{data.has ? words.recoveryLeft(data.left) : words.factorNone}</p>
          <SetUp
            key={round}
            label={data.has ? words.factorAgain : words.factorSetUp}
            onDone={() => {
              setRound(round + 1)
              retry()
            }}
          />
          <Alert text={problem} />
          {data.has && !data.required && (
            <Button tone="danger" busy={busy} onClick={() => void remove()}>
              {words.factorRemove}
            </Button>
          )}
        </div>
      )}
    </OfficePage>
  )
}
