import { WithdrawCard } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import type { OnlineWrite } from '#contract/call'
import { referenceDataTexts } from '#i18n/reference-data'
import styles from './reference-data.module.css'

/**
 * Withdraws a row, with a reason. If other data depends on the row, the withdrawal is refused with
 * an explanation.
 */
export function WithdrawReferenceRow({
  entry,
  row: { id, version },
  onDone,
}: {
  entry: OnlineWrite<{ id: string; version: string; reason: string }, Record<never, never>>
  row: { readonly id: string; readonly version: string }
  onDone: () => void
}) {
  const texts = useTexts(referenceDataTexts)
  const live = useOnlineCall()
  const withdraw = async (reason: string) => {
    const outcome = await live.send(entry, { id, version, reason })
    if (outcome?.type === 'ok') onDone()
  }
  return (
    <div className={styles['form']}>
      <WithdrawCard
        title={texts.withdraw}
        text={texts.withdrawText}
        live={live}
        onWithdraw={(reason) => void withdraw(reason)}
      />
    </div>
  )
}
