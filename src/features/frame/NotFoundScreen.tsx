import MapPinOff from 'lucide-react/icons/map-pin-off'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Page } from '#app/ui/Page.tsx'
import { frameWords } from '#words/frame'

/** An address that leads nowhere, with a way home (D-16). */
export function NotFoundScreen() {
  const words = useWords(frameWords)
  return (
    <Page title={words.notFoundTitle} back tabs>
      <Empty
        icon={<MapPinOff />}
        title={words.notFoundTitle}
        text={words.notFoundText}
        action={<ButtonLink to="/">{words.home}</ButtonLink>}
      />
    </Page>
  )
}
