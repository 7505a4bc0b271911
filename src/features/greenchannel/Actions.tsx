import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { type Application, APPROVED, isOffset, PENDING } from '#contract/greenchannel'
import { greenChannelTexts } from '#i18n/green-channel'
import { Refused } from './Refused.tsx'
import { useAgain } from './useAgain.ts'
import { useWithdraw } from './useWithdraw.ts'
import { WithdrawDialog } from './WithdrawDialog.tsx'

/**
 * What can be done with an application: pending, taken back; rejected, put right; offset or
 * approved, nothing (GRN-27 to GRN-29, GRN-38).
 */
export function Actions({
  application,
  stunum,
  onAgain,
  invalidate,
}: {
  application: Application
  stunum: string
  onAgain: (application: Application) => void
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const withdraw = useWithdraw({ application, stunum, invalidate })
  const again = useAgain({ stunum, onAgain: () => onAgain(application) })
  const [asking, ask] = useState(false)
  if (isOffset(application)) return <Quiet note>{texts.offset}</Quiet>
  if (application.status === APPROVED) return <Quiet note>{texts.approvedNote}</Quiet>
  if (application.status !== PENDING)
    return (
      <>
        <Refused refusal={again.refusal} />
        <Button busy={again.busy} onClick={again.begin}>
          {texts.resubmit}
        </Button>
      </>
    )
  return (
    <>
      <Refused refusal={withdraw.refusal} />
      <Button
        tone="danger"
        busy={withdraw.busy}
        onClick={() => {
          if (!withdraw.refuseOffline()) ask(true)
        }}
      >
        {texts.withdraw}
      </Button>
      <WithdrawDialog
        open={asking}
        onConfirm={() => {
          ask(false)
          withdraw.confirm()
        }}
        onClose={() => ask(false)}
      />
    </>
  )
}
