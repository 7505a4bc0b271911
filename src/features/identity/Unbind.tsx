import { type ComponentProps, type ReactNode, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { countOthers, refreshOutbox } from '#app/lib/outbox.ts'
import { Button } from '#app/ui/Button.tsx'
import { usePart } from '#app/ui/part.tsx'
import { within } from '#offline/within'
import { identityWords } from '#words/identity'
import type { UnbindDialog } from './UnbindDialog.tsx'
import styles from './Login.module.css'

/** The link beside the name that ends the binding (HOME-04). */
export function UnbindLink() {
  const words = useWords(identityWords)
  return (
    <WithDialog>
      {(open) => (
        <button type="button" className={styles['link']} onClick={open}>
          {words.unbind}
        </button>
      )}
    </WithDialog>
  )
}

/** The way to unbind, as a wide button. */
export function UnbindButton() {
  const words = useWords(identityWords)
  return (
    <WithDialog>
      {(open) => (
        <Button tone="danger" onClick={open}>
          {words.unbind}
        </Button>
      )}
    </WithDialog>
  )
}

const load = async () => {
  const { UnbindDialog: Loaded } = await import('./UnbindDialog.tsx')
  return (props: ComponentProps<typeof UnbindDialog>) => <Loaded {...props} />
}

/** Something to tap that opens the question. */
export function WithDialog({ children }: { children: (open: () => void) => ReactNode }) {
  const [found, setFound] = useState<Found>()
  const draw = usePart(load, found !== undefined)
  // Counted anew each time, and before anything can be tapped; a database that says nothing is not waited for.
  const open = () => void within(PATIENCE_MS, look(), () => UNKNOWN).then(setFound)
  return (
    <>
      {children(open)}
      {found !== undefined && draw?.({ ...found, onClose: () => setFound(undefined) })}
    </>
  )
}

type Found = Pick<ComponentProps<typeof UnbindDialog>, 'others' | 'unread'>

const look = async (): Promise<Found> => {
  const [others] = await Promise.all([countOthers(), refreshOutbox().catch(() => {})])
  return { others: others ?? 0, unread: others === undefined }
}

const PATIENCE_MS = 1_000
const UNKNOWN: Found = { others: 0, unread: true }
