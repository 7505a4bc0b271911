import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import {
  type GreenChannelApplication,
  APPLICATION_APPROVED,
  isOffsetByFinance,
  APPLICATION_PENDING,
} from '#contract/green-channel'
import { greenChannelTexts } from '#i18n/green-channel'
import { ApplicationRefusalAlert } from './ApplicationRefusalAlert.tsx'
import { useCorrectApplication } from './useCorrectApplication.ts'
import { useWithdrawApplication } from './useWithdrawApplication.ts'
import { WithdrawApplicationDialog } from './WithdrawApplicationDialog.tsx'

/**
 * The actions on an application: a pending application can be withdrawn, and a rejected one
 * corrected. An approved or offset application has no action (GRN-27 to GRN-29, GRN-38).
 */
export function ApplicationActions({
  application,
  stunum,
  onCorrect,
  invalidate,
}: {
  application: GreenChannelApplication
  stunum: string
  onCorrect: (application: GreenChannelApplication) => void
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const withdraw = useWithdrawApplication({ application, stunum, invalidate })
  const correction = useCorrectApplication({ stunum, onReopened: () => onCorrect(application) })
  const [asking, ask] = useState(false)
  if (isOffsetByFinance(application)) return <MutedText note>{texts.offset}</MutedText>
  if (application.status === APPLICATION_APPROVED)
    return <MutedText note>{texts.approvedNote}</MutedText>
  if (application.status !== APPLICATION_PENDING)
    return (
      <>
        <ApplicationRefusalAlert refusal={correction.refusal} />
        <Button busy={correction.busy} onClick={correction.begin}>
          {texts.resubmit}
        </Button>
      </>
    )
  return (
    <>
      <ApplicationRefusalAlert refusal={withdraw.refusal} />
      <Button
        tone="danger"
        busy={withdraw.busy}
        onClick={() => {
          if (!withdraw.refuseOffline()) ask(true)
        }}
      >
        {texts.withdraw}
      </Button>
      <WithdrawApplicationDialog
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
