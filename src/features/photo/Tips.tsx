import { CircleAlert } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { photoScreenWords } from '#words/photo-screen'
import styles from './photo.module.css'

/** What the photo must be like, in three red lines (PHO-05). */
export function Tips() {
  const words = useWords(photoScreenWords)
  return (
    <ul className={styles['tips']} aria-label={words.tips}>
      {[words.tipShoulders, words.tipPlain, words.tipConfirm].map((tip) => (
        <li key={tip}>
          <Icon of={CircleAlert} />
          {tip}
        </li>
      ))}
    </ul>
  )
}
