import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { countOthers } from '#app/lib/outbox.ts'
import { Button } from '#app/ui/Button.tsx'
import { identityWords } from '#words/identity'
import styles from './Login.module.css'

const UnbindDialog = lazy(() => import('./UnbindDialog.tsx').then((module) => ({ default: module.UnbindDialog })))

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

/** The same as a wide button. */
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

function WithDialog({ children }: { children: (open: () => void) => ReactNode }) {
  const [others, setOthers] = useState<number>()
  // Counted anew each time, and before anything can be tapped.
  const open = () => void countOthers().then(setOthers)
  return (
    <>
      {children(open)}
      {others !== undefined && (
        <Suspense>
          <UnbindDialog others={others} onClose={() => setOthers(undefined)} />
        </Suspense>
      )}
    </>
  )
}
