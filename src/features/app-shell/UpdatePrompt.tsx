import { useIsAnyFormDirty } from '#app/lib/forms/dirty-forms.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { appShellTexts } from '#i18n/app-shell'
import { declineUpdate, useUpdate } from './app-update.ts'
import styles from './AppShell.module.css'

/** Offers a new version; not while a form is being typed, since taking it reloads the page. */
export function UpdatePrompt() {
  const texts = useTexts(appShellTexts)
  const apply = useUpdate()
  const typing = useIsAnyFormDirty()
  if (apply === null || typing) return null
  return (
    <section aria-label={texts.updateTitle} className={styles['update']}>
      <p role="status">
        {texts.updateTitle}
        <span>{texts.updateText}</span>
      </p>
      <TextButton onClick={declineUpdate}>{texts.updateLater}</TextButton>
      <TextButton onClick={apply}>{texts.updateNow}</TextButton>
    </section>
  )
}
