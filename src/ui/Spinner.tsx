import styles from './Spinner.module.css'

/** A spinner; the text next to it says what is in progress. */
export const Spinner = () => <span aria-hidden className={styles['ring']} />
