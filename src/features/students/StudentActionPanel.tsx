import { type ReactNode, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { useExclusiveAction } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { OnlineWrite } from '#contract/call'
import { officeTexts } from '#i18n/office'
import { studentsTexts } from '#i18n/students'
import styles from './students.module.css'

/** The input that every action shares. */
interface StudentActionInput {
  readonly student: string
  readonly reason: string
}

/** An action of the office on a student; it requires a reason and is recorded in the audit log. */
export function StudentActionPanel<I extends StudentActionInput, O>({
  name,
  note,
  danger = false,
  entry,
  input,
  lacks,
  prepare,
  onDone,
  children,
}: {
  name: string
  note?: string
  danger?: boolean
  entry: OnlineWrite<I, O>
  input: (reason: string) => I
  /** The label of a field that is still empty, if there is one. */
  lacks?: string | undefined
  /** What has to be sent before the action. Resolves to a failure, after which nothing is done. */
  prepare?: () => Promise<CallOutcome<unknown> | undefined>
  onDone: () => void
  /** Additional fields. */
  children?: ReactNode
}) {
  const texts = useTexts(studentsTexts)
  const common = useTexts(officeTexts)
  const { run, busy, problem, setProblem } = useExclusiveAction()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const close = () => {
    setOpen(false)
    setReason('')
    setProblem(undefined)
    // A colleague might have acted first; closing the panel refreshes the page.
    if (isRefused) onDone()
    setRefused(false)
  }
  const act = async () => {
    if (lacks !== undefined) return setProblem(lacks)
    if (reason.trim() === '') return setProblem(common.reasonNeeded)
    const outcome = await run(
      async () => (await prepare?.()) ?? callApi(entry, input(reason.trim())),
    )
    if (outcome?.type !== 'ok') return setRefused(outcome !== undefined)
    setRefused(false)
    setOpen(false)
    setReason('')
    showToast(texts.acted)
    return onDone()
  }
  return (
    <>
      <TextButton danger={danger} onClick={() => setOpen(true)}>
        {name}
      </TextButton>
      <Sheet open={open} title={name} onClose={close}>
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void act()
          }}
        >
          {note !== undefined && <p>{note}</p>}
          <div className={styles['ask']}>
            {children}
            <TextField label={common.reason} value={reason} maxLength={200} onType={setReason} />
          </div>
          <Alert text={problem} />
          <Button type="submit" tone={danger ? 'danger' : 'main'} busy={busy}>
            {texts.confirm}
          </Button>
        </Stack>
      </Sheet>
    </>
  )
}
