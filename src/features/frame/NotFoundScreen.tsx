import { MapPinOff } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { frameWords } from '#words/frame'

/** An address that leads nowhere, with a way home (D-16). */
export function NotFoundScreen() {
  const words = useWords(frameWords)
  return (
    <Page title={words.notFoundTitle} back tabs>
      <Empty
        icon={<Icon of={MapPinOff} />}
        title={words.notFoundTitle}
        text={words.notFoundText}
        action={<ButtonLink to="/">{words.home}</ButtonLink>}
      />
    </Page>
  )
}
