import { WithdrawCard } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { noticePublishing } from '#contract/notice-publishing'
import { noticePublishingTexts } from '#i18n/notice-publishing'

/** Withdraws a notice, with a reason. */
export function WithdrawNotice({
  id,
  etag,
  onDone,
}: {
  id: string
  etag: string | undefined
  onDone: (() => void) | undefined
}) {
  const texts = useTexts(noticePublishingTexts)
  const live = useOnlineCall()
  const withdraw = async (reason: string) => {
    const outcome = await live.send(noticePublishing.withdraw, { id, reason }, { ifMatch: etag })
    if (outcome?.type === 'ok') onDone?.()
  }
  return (
    <WithdrawCard
      title={texts.withdraw}
      text={texts.withdrawText}
      live={live}
      onWithdraw={(reason) => void withdraw(reason)}
    />
  )
}
