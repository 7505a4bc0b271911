import { Upload } from 'lucide'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import styles from './DropZone.module.css'

/** Where a file is dropped, or chosen by a tap or the keyboard. */
export function DropZone({
  label,
  hint,
  accept,
  busy,
  onFile,
}: {
  label: string
  hint?: string
  accept: string
  busy: boolean
  onFile: (file: File) => void
}) {
  const [over, setOver] = useState(false)
  return (
    <label className={styles['drop']} data-over={over} aria-busy={busy}>
      <Icon of={Upload} />
      <b>{label}</b>
      {hint !== undefined && <span>{hint}</span>}
      {/* It lies over all of it, and takes what is dropped on it by itself. */}
      <input
        type="file"
        aria-label={label}
        disabled={busy}
        accept={accept}
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
