import { type ReactNode, type Ref, useRef } from 'react'
import styles from './FileTile.module.css'

/** A tile that adds a file. `pick` replaces the browser's picker, unless it returns false. */
export function FileTile({
  text,
  label = text,
  icon,
  accept,
  ref,
  pick = () => false,
  onFile,
}: {
  text: string
  /** The name of the tile, if the text says too little. */
  label?: string | undefined
  icon: ReactNode
  accept?: string
  ref?: Ref<HTMLButtonElement> | undefined
  pick?: () => boolean
  onFile: (file: File) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          // The value is cleared, so that the user can choose the same file again after a refusal.
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <button
        ref={ref}
        type="button"
        className={styles['tile']}
        aria-label={label === text ? undefined : label}
        onClick={() => {
          if (!pick()) input.current?.click()
        }}
      >
        {icon}
        <span>{text}</span>
      </button>
    </>
  )
}
