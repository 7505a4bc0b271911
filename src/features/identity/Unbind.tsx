import { type ReactNode, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { countItemsOfOthers, refreshOutbox } from '#app/lib/outbox/outbox.ts'
import { Button } from '#app/ui/Button.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { identityTexts } from '#i18n/identity'
import { withTimeout } from '#offline/utilities/with-timeout'
import styles from './Login.module.css'

/** The unbind link next to the name (HOME-04). `exporting`: see UnbindDialog. */
export function UnbindLink({ exporting }: { exporting: ReactNode }) {
  const texts = useTexts(identityTexts)
  return (
    <UnbindDialogTrigger exporting={exporting}>
      {(open) => (
        <button type="button" className={styles['link']} onClick={open}>
          {texts.unbind}
        </button>
      )}
    </UnbindDialogTrigger>
  )
}

/** A wide unbind button. `exporting`: see UnbindDialog. */
export function UnbindButton({ exporting }: { exporting: ReactNode }) {
  const texts = useTexts(identityTexts)
  return (
    <UnbindDialogTrigger exporting={exporting}>
      {(open) => (
        <Button tone="danger" onClick={open}>
          {texts.unbind}
        </Button>
      )}
    </UnbindDialogTrigger>
  )
}

const UnbindDialog = lazyComponent(async () => (await import('./UnbindDialog.tsx')).UnbindDialog)

/** A link or button that opens the unbind dialog. */
export function UnbindDialogTrigger({
  exporting,
  children,
}: {
  exporting?: ReactNode
  children: (open: () => void) => ReactNode
}) {
  const [found, setFound] = useState<UnsentSummary>()
  // The forms are counted at each opening, before a button can be tapped. If the database does not
  // respond in time, the dialog opens without waiting longer.
  const open = () =>
    void withTimeout(UNSENT_CHECK_MS, findUnsentSummary(), () => UNKNOWN_SUMMARY).then(setFound)
  return (
    <>
      {children(open)}
      <UnbindDialog
        open={found !== undefined}
        {...(found ?? UNKNOWN_SUMMARY)}
        exporting={exporting}
        onClose={() => setFound(undefined)}
      />
    </>
  )
}

interface UnsentSummary {
  readonly others: number
  readonly unread: boolean
}

const findUnsentSummary = async (): Promise<UnsentSummary> => {
  const [others] = await Promise.all([countItemsOfOthers(), refreshOutbox().catch(() => {})])
  return { others: others ?? 0, unread: others === undefined }
}

const UNSENT_CHECK_MS = 1_000
const UNKNOWN_SUMMARY: UnsentSummary = { others: 0, unread: true }
