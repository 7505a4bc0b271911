import { WithdrawCard } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { noticeboard } from '#contract/noticeboard'
import { noticeboardWords } from '#words/noticeboard'

/** Take a notice back, with a reason. */
export function Withdraw({
  id,
  tag,
  onDone,
}: {
  id: string
  tag: string | undefined
  onDone: (() => void) | undefined
}) {
  const words = useWords(noticeboardWords)
  const live = useLive()
  const withdraw = async (reason: string) => {
    const outcome = await live.send(noticeboard.withdraw, { id, reason }, { ifMatch: tag })
    if (outcome?.type === 'ok') onDone?.()
  }
  return (
    <WithdrawCard
      title={words.withdraw}
      text={words.withdrawText}
      live={live}
      onWithdraw={(reason) => void withdraw(reason)}
    />
  )
}
