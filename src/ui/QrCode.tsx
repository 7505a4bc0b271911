import { encode } from 'uqr'
import styles from './QrCode.module.css'

const SIDE = 256

/**
 * A text as a QR code of 256 by 256 pixels; each module is a whole number of pixels, dark on white
 * in every theme (HOME-08).
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'L', boostEcc: false, border: 4 })
  const step = Math.max(1, Math.floor(SIDE / size))
  const edge = Math.floor((SIDE - step * size) / 2)
  const dark = data.flatMap((row, y) =>
    row.flatMap((on, x) =>
      on ? [`M${edge + x * step} ${edge + y * step}h${step}v${step}h${-step}z`] : [],
    ),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles['code']}
      width={SIDE}
      height={SIDE}
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      shapeRendering="crispEdges"
    >
      <rect width={SIDE} height={SIDE} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
