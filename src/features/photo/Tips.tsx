import { CircleAlert } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { photoScreenTexts } from '#i18n/photo-screen'
import styles from './photo.module.css'

/** What the photo must be like, in three red lines (PHO-05). */
export function Tips() {
  const texts = useTexts(photoScreenTexts)
  return (
    <ul className={styles['tips']} aria-label={texts.tips}>
      {[texts.tipShoulders, texts.tipPlain, texts.tipConfirm].map((tip) => (
        <li key={tip}>
          <Icon of={CircleAlert} />
          {tip}
        </li>
      ))}
    </ul>
  )
}
