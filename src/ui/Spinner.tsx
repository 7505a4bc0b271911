import styles from './Spinner.module.css'

/** A turning ring beside a word that says what is going on. */
export const Spinner = () => <span aria-hidden className={styles['ring']} />
