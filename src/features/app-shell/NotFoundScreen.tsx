import { MapPinOff } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { appShellTexts } from '#i18n/app-shell'

/** Shown for an unknown address, with a link home (D-16). */
export function NotFoundScreen() {
  const texts = useTexts(appShellTexts)
  return (
    <Page title={texts.notFoundTitle} back tabs>
      <EmptyState
        icon={<Icon of={MapPinOff} />}
        title={texts.notFoundTitle}
        text={texts.notFoundText}
        action={<ButtonLink to="/">{texts.home}</ButtonLink>}
      />
    </Page>
  )
}
