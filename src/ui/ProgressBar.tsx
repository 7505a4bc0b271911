import styles from './ProgressBar.module.css'

/** How much of something is done, from 0 to 1; `--bar-height` is how thick it is drawn. */
export const ProgressBar = ({ label, part }: { label: string; part: number }) => (
  <progress className={styles['bar']} aria-label={label} max={1} value={part} />
)
