import type { ReactNode } from 'react'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Stack } from '#app/ui/Stack.tsx'

/** A form of the office: its fields, the reason of a refusal, and its button. */
export function OfficeForm({
  button,
  isDangerous = false,
  busy,
  problem,
  onSubmit,
  children,
}: {
  button: string
  isDangerous?: boolean
  busy: boolean
  problem: string | undefined
  onSubmit: () => unknown
  children: ReactNode
}) {
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <Alert text={problem} />
      <Button type="submit" tone={isDangerous ? 'danger' : 'main'} busy={busy}>
        {button}
      </Button>
    </Stack>
  )
}
