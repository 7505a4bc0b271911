import { useEffect } from 'react'
import { useWords } from '#app/lib/language.ts'
import { checkPersistence, usePersistence } from '#app/lib/persistence.ts'
import { Row } from '#app/ui/Row.tsx'
import { settingsWords } from '#words/settings'
import styles from './settings.module.css'

/**
 * Whether the browser has promised to keep what is on this phone, and a warning when space is
 * short.
 */
export function PersistenceRow() {
  const words = useWords(settingsWords)
  const { promise, scarce } = usePersistence()
  useEffect(() => void checkPersistence(), [])
  const [short, text] = {
    promised: [words.kept, words.keptText],
    'not-promised': [words.notKept, words.notKeptText],
    unknown: [words.notKept, words.keptUnknown],
  }[promise]
  return (
    <Row
      label={words.keeping}
      description={scarce ? words.scarce : text}
      trailing={<span className={styles['quiet']}>{scarce ? words.scarceShort : short}</span>}
    />
  )
}
