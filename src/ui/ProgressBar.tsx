import styles from './ProgressBar.module.css'

/** A progress bar from 0 to 1; `--bar-height` sets its thickness. */
export const ProgressBar = ({ label, part }: { label: string; part: number }) => (
  <progress className={styles['bar']} aria-label={label} max={1} value={part} />
)
