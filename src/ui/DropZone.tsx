import { Upload } from 'lucide'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import styles from './DropZone.module.css'

/** An area on which the user drops a file, or chooses one by tap or keyboard. */
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
      {/* The input covers the whole area and handles dropped files itself. */}
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
          // The value is cleared, so that the user can choose the same file again after correcting
          // it.
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </label>
  )
}
