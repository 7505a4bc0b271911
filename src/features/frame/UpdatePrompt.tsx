import { useAnyTyping } from '#app/lib/forms/typing.ts'
import { useWords } from '#app/lib/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { frameWords } from '#words/frame'
import { declineUpdate, useUpdate } from './update.ts'
import styles from './Frame.module.css'

/** Offers a new version; not while a form is being typed, since taking it reloads the page. */
export function UpdatePrompt() {
  const words = useWords(frameWords)
  const apply = useUpdate()
  const typing = useAnyTyping()
  if (apply === null || typing) return null
  return (
    <section aria-label={words.updateTitle} className={styles['update']}>
      <p role="status">
        {words.updateTitle}
        <span>{words.updateText}</span>
      </p>
      <TextButton onClick={declineUpdate}>{words.updateLater}</TextButton>
      <TextButton onClick={apply}>{words.updateNow}</TextButton>
    </section>
  )
}
