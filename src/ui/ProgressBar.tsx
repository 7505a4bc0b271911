import styles from './UploadBar.module.css'

/** How much of a picture has left the phone, from 0 to 1. */
export const UploadBar = ({ label, part }: { label: string; part: number }) => (
  <progress className={styles['bar']} aria-label={label} max={1} value={part} />
)
