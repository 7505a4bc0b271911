import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { type ImportEntry, imports } from '#contract/imports'
import { importTexts } from '#i18n/imports'
import styles from './imports.module.css'

/** Applies an import after its dry run: all rows, or only the valid rows. */
export function ApplyImportForm({ entry, onBegun }: { entry: ImportEntry; onBegun: () => void }) {
  const texts = useTexts(importTexts)
  const { send, busy, problem } = useOnlineCall()
  const [withdraw, setWithdraw] = useState(false)
  const { id, added, changed, withdrawn, refused } = entry
  const good = added + changed
  const write = async (goodRows: boolean) => {
    await send(imports.apply, { id, goodRows, withdraw })
    onBegun()
  }
  return (
    <div className={styles['apply']}>
      {withdrawn > 0 && (
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={withdraw}
            onChange={(event) => setWithdraw(event.target.checked)}
          />
          {texts.withdraw(withdrawn)}
        </label>
      )}
      {good === 0 && !withdraw ? (
        <p>{refused > 0 ? texts.applyNothing : texts.nothingToDo}</p>
      ) : refused > 0 ? (
        <>
          <p>{texts.applyNothing}</p>
          <Button tone="second" busy={busy} onClick={() => void write(true)}>
            {texts.applyGood(good)}
          </Button>
        </>
      ) : (
        <Button busy={busy} onClick={() => void write(false)}>
          {texts.apply}
        </Button>
      )}
      <Alert text={problem} />
    </div>
  )
}
