import { Headset } from 'lucide'
import { config } from '#app/lib/config.ts'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { offeredWords } from '#words/offered'
import { supportWords } from '#words/support'
import { ServiceButton } from './ServiceButton.tsx'

/** The way to customer service (CMP-04). */
export function ServiceScreen() {
  const words = useWords(supportWords)
  const offered = useWords(offeredWords)
  return (
    <Page title={words.service} back>
      {config.host === 'none' ? (
        <Empty
          icon={<Icon of={Headset} />}
          title={offered.noService}
          text={offered.noServiceText}
          action={<ButtonLink to="/advice">{words.complaint}</ButtonLink>}
        />
      ) : (
        <Empty
          icon={<Icon of={Headset} />}
          title={words.service}
          text={words.serviceText}
          action={<ServiceButton />}
        />
      )}
    </Page>
  )
}
