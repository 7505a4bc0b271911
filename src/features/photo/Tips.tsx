import CircleAlert from 'lucide-react/icons/circle-alert'
import { useWords } from '#app/lib/language.ts'
import { photoScreenWords } from '#words/photo-screen'
import styles from './photo.module.css'

/** What the photo must be like, in three red lines (PHO-05). */
export function Tips() {
  const words = useWords(photoScreenWords)
  return (
    <ul className={styles['tips']} aria-label={words.tips}>
      {[words.tipShoulders, words.tipPlain, words.tipConfirm].map((tip) => (
        <li key={tip}>
          <CircleAlert aria-hidden />
          {tip}
        </li>
      ))}
    </ul>
  )
}
