import { useEffect } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import {
  checkStoragePersistence,
  useStoragePersistence,
} from '#app/lib/platform/storage-persistence.ts'
import { Row } from '#app/ui/Row.tsx'
import { settingsTexts } from '#i18n/settings'
import styles from './settings.module.css'

/**
 * Shows whether the browser keeps this phone's data persistently, and warns when little storage is
 * left.
 */
export function PersistenceRow() {
  const texts = useTexts(settingsTexts)
  const { status, isSpaceLow } = useStoragePersistence()
  useEffect(() => void checkStoragePersistence(), [])
  const [short, text] = {
    promised: [texts.kept, texts.keptText],
    'not-promised': [texts.notKept, texts.notKeptText],
    unknown: [texts.notKept, texts.keptUnknown],
  }[status]
  return (
    <Row
      label={texts.keeping}
      description={isSpaceLow ? texts.scarce : text}
      trailing={<span className={styles['quiet']}>{isSpaceLow ? texts.scarceShort : short}</span>}
    />
  )
}
