import { RichText } from './RichText.tsx'
import styles from './notices.module.css'

/** A notice as its readers see it. */
export function NoticeArticle({
  title,
  time,
  html,
}: {
  title: string
  time: string
  html: string
}) {
  return (
    <article className={styles['notice']}>
      <h2>{title}</h2>
      <p className={styles['time']}>{time}</p>
      <RichText html={html} />
    </article>
  )
}

/** The content of a notice on its own page, below the page's title. */
export function NoticeContent({ time, html }: { time: string; html: string }) {
  return (
    <article className={styles['notice']}>
      <p className={styles['time']}>{time}</p>
      <RichText html={html} top="h2" />
    </article>
  )
}
