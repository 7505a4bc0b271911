import { encode } from 'uqr'
import { agoOrDate } from '#app/lib/dates.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { frameWords } from '#words/frame'
import { homeWords } from '#words/home'
import type { ShownCode } from './code.ts'
import styles from './Code.module.css'

const SIZE = 256

/** The personal code, 256 by 256 (HOME-08), with the time of its checks. */
export function CodeDialog({ shown, onClose }: { shown: ShownCode; onClose: () => void }) {
  const words = useWords(homeWords)
  const frame = useWords(frameWords)
  const { data, size } = encode(shown.content, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Dialog
      open
      title={words.code}
      onClose={onClose}
      actions={
        <Button tone="second" onClick={onClose}>
          {frame.close}
        </Button>
      }
    >
      <svg
        role="img"
        aria-label={words.codePicture(shown.name)}
        className={styles['code']}
        width={SIZE}
        height={SIZE}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={dark.join('')} fill="#111" />
      </svg>
      <p className={styles['words']}>
        <b>{shown.name}</b>
        <span>{words.codeChecked(agoOrDate(shown.checkedAt, useLanguage()))}</span>
      </p>
    </Dialog>
  )
}
