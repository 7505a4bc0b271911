import { type ReactNode, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { enterKeyHandlers } from '#app/ui/enter-key.ts'
import { Stack } from '#app/ui/Stack.tsx'

/** A small online-only form: its fields, the reason of a refusal, and its button. */
export function PlainForm({
  button,
  busy = false,
  off = false,
  problem,
  onSubmit,
  children,
}: {
  button: string
  busy?: boolean
  /** Disables the button, because there is nothing to send yet (PRO-15). */
  off?: boolean
  problem?: string | undefined
  onSubmit: () => void
  children: ReactNode
}) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (off) return
    // The errors must be rendered before the first invalid field can receive the focus.
    flushSync(onSubmit)
    event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <Stack as="form" noValidate onSubmit={submit} {...enterKeyHandlers}>
      {children}
      <Alert text={problem} />
      <Button type="submit" tone={off ? 'off' : 'main'} busy={busy}>
        {button}
      </Button>
    </Stack>
  )
}
