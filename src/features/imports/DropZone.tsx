import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { importWords } from '#words/imports'
import styles from './imports.module.css'

/** Where a file is dropped, or chosen by a tap or the keyboard. */
export function DropZone({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const words = useWords(importWords)
  const [over, setOver] = useState(false)
  return (
    <label className={styles['drop']} data-over={over} aria-busy={busy}>
      <Upload aria-hidden />
      <b>{words.choose}</b>
      <span>{words.drop}</span>
      {/* It lies over all of it, and takes what is dropped on it by itself. */}
      <input
        type="file"
        aria-label={words.choose}
        disabled={busy}
        accept=".csv,.txt,.xlsx"
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be mended and chosen again.
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
