import { useState } from 'react'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { secondFactor } from '#contract/second-factor'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { SecondFactorSetup } from './SecondFactorSetup.tsx'
import styles from './second-factor.module.css'

/**
 * The user's own second factor: the user sets it up, moves it to another phone, or turns it off if
 * that is allowed.
 */
export function SecondFactorScreen() {
  const texts = useTexts(staffAccountsTexts)
  const { send, busy, problem } = useOnlineCall()
  const {
    data,
    state,
    problem: unread,
    why,
    retry,
  } = useOnlineQuery({
    name: 'factor',
    entry: secondFactor.state,
    input: {},
  })
  const [round, setRound] = useState(0)
  const remove = async () => {
    const outcome = await send(secondFactor.remove, {})
    if (outcome?.type !== 'ok') return
    showToast(texts.factorRemoved)
    retry()
  }
  return (
    <OfficePage title={texts.factorTitle}>
      <p>{texts.factorAbout}</p>
      {data === undefined ? (
        state === 'failed' ? (
          <ErrorState text={unread ?? ''} why={why} onRetry={retry} />
        ) : (
          <Skeleton rows={3} />
        )
      ) : (
        <div className={styles['narrow']}>
          <p>{data.has ? texts.recoveryLeft(data.left) : texts.factorNone}</p>
          <SecondFactorSetup
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
