import { type ReactNode, useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { countOthers, refreshOutbox } from '#app/lib/outbox.ts'
import { Button } from '#app/ui/Button.tsx'
import { part } from '#app/ui/part.tsx'
import { identityTexts } from '#i18n/identity'
import { within } from '#offline/within'
import styles from './Login.module.css'

/** The link beside the name that ends the binding (HOME-04). `exporting`: see UnbindDialog. */
export function UnbindLink({ exporting }: { exporting: ReactNode }) {
  const texts = useTexts(identityTexts)
  return (
    <WithDialog exporting={exporting}>
      {(open) => (
        <button type="button" className={styles['link']} onClick={open}>
          {texts.unbind}
        </button>
      )}
    </WithDialog>
  )
}

/** The way to unbind, as a wide button. `exporting`: see UnbindDialog. */
export function UnbindButton({ exporting }: { exporting: ReactNode }) {
  const texts = useTexts(identityTexts)
  return (
    <WithDialog exporting={exporting}>
      {(open) => (
        <Button tone="danger" onClick={open}>
          {texts.unbind}
        </Button>
      )}
    </WithDialog>
  )
}

const UnbindDialog = part(async () => (await import('./UnbindDialog.tsx')).UnbindDialog)

/** Something to tap that opens the question. */
export function WithDialog({
  exporting,
  children,
}: {
  exporting?: ReactNode
  children: (open: () => void) => ReactNode
}) {
  const [found, setFound] = useState<Found>()
  // Counted anew each time, and before anything can be tapped; a database that says nothing is not
  // waited for.
  const open = () => void within(PATIENCE_MS, look(), () => UNKNOWN).then(setFound)
  return (
    <>
      {children(open)}
      <UnbindDialog
        open={found !== undefined}
        {...(found ?? UNKNOWN)}
        exporting={exporting}
        onClose={() => setFound(undefined)}
      />
    </>
  )
}

interface Found {
  readonly others: number
  readonly unread: boolean
}

const look = async (): Promise<Found> => {
  const [others] = await Promise.all([countOthers(), refreshOutbox().catch(() => {})])
  return { others: others ?? 0, unread: others === undefined }
}

const PATIENCE_MS = 1_000
const UNKNOWN: Found = { others: 0, unread: true }
