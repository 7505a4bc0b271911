import { Headset } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { notOfferedTexts } from '#i18n/not-offered'
import { supportTexts } from '#i18n/support'
import { CustomerServiceButton } from './CustomerServiceButton.tsx'

/** The page with the customer service button (CMP-04). */
export function CustomerServiceScreen() {
  const texts = useTexts(supportTexts)
  const offered = useTexts(notOfferedTexts)
  return (
    <Page title={texts.service} back>
      {appConfig.host === 'none' ? (
        <EmptyState
          icon={<Icon of={Headset} />}
          title={offered.noService}
          text={offered.noServiceText}
          action={<ButtonLink to="/advice">{texts.complaint}</ButtonLink>}
        />
      ) : (
        <EmptyState
          icon={<Icon of={Headset} />}
          title={texts.service}
          text={texts.serviceText}
          action={<CustomerServiceButton />}
        />
      )}
    </Page>
  )
}
