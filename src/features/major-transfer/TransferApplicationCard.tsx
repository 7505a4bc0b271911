import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import {
  transferStatusText,
  majorTransfer,
  type TransferApplication,
} from '#contract/major-transfer'
import { majorTransferTexts } from '#i18n/major-transfer'
import { PENDING_TRANSFER_STATUS } from './status.ts'

const TONES: Readonly<Record<string, 'wait' | 'done' | 'need'>> = {
  '0': 'wait',
  '1': 'done',
  '2': 'need',
}

/**
 * One application. While it is under review, the student can change and withdraw it (MAJ-18, D-92).
 */
export function TransferApplicationCard({
  application,
  onWithdrawn,
}: {
  application: TransferApplication
  onWithdrawn: () => void
}) {
  const texts = useTexts(majorTransferTexts)
  const language = useLanguage()
  const { send, busy, problem } = useOnlineCall()
  const navigate = useNavigate()
  const [asking, ask] = useState(false)
  const named = useTranslateName()
  const { id, oldMajor, newDepartment, newMajor, status, reason, appliedAt, reply } = application
  const withdraw = async () => {
    const outcome = await send(majorTransfer.withdraw, { id })
    if (outcome?.type === 'ok') {
      ask(false)
      showToast(texts.deleted)
    }
    if (outcome?.type === 'refused') showToast(texts.deleteFailed)
    // The list is read again even without a response, because the application might have been
    // withdrawn.
    if (outcome !== undefined) onWithdrawn()
  }
  return (
    <>
      <Card
        flush
        title={texts.from(named(oldMajor), named(newMajor))}
        action={
          status === PENDING_TRANSFER_STATUS && (
            <>
              <TextButton
                onClick={() => void navigate({ to: '/noticeApply', search: { change: id } })}
              >
                {texts.change}
              </TextButton>
              <TextButton onClick={() => ask(true)}>{texts.withdraw}</TextButton>
            </>
          )
        }
      >
        <Row
          label={newDepartment}
          description={appliedAt}
          trailing={
            <Pill tone={TONES[status] ?? 'mute'}>{transferStatusText(status)[language]}</Pill>
          }
        />
        {reply !== undefined && reply !== '' && <Row label={texts.reply} value={reply} />}
        {reason !== undefined && reason !== '' && <Row label={texts.reason} value={reason} />}
      </Card>
      <Dialog
        open={asking}
        title={texts.withdrawTitle}
        onClose={() => ask(false)}
        actions={
          <>
            <Button tone="danger" busy={busy} onClick={() => void withdraw()}>
              {texts.withdraw}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {texts.keep}
            </Button>
          </>
        }
      >
        <p>{texts.withdrawText}</p>
        {problem !== undefined && <p role="alert">{problem}</p>}
      </Dialog>
    </>
  )
}
