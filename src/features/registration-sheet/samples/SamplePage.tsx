import { FlaskConical } from 'lucide'
import type { ReactNode } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { samplePageTexts } from '#i18n/sample-pages'
import styles from './sample.module.css'

/**
 * The frame of every sample page: it states that the content is fictional and that nothing is sent
 * (D-100).
 */
export function SamplePage({
  title,
  sheet,
  children,
}: {
  title: string
  sheet?: boolean
  children: ReactNode
}) {
  const texts = useTexts(samplePageTexts)
  if (!appConfig.samples)
    return (
      <Page title={title} back>
        <EmptyState
          icon={<Icon of={FlaskConical} />}
          title={texts.notShown}
          text={texts.notShownText}
          action={<ButtonLink to="/">{texts.home}</ButtonLink>}
        />
      </Page>
    )
  return (
    <Page title={title} back sheet={sheet === true}>
      <p className={styles['mark']}>
        <Pill tone="mute" icon={<Icon of={FlaskConical} />}>
          {texts.mark}
        </Pill>
        <span>{texts.markText}</span>
      </p>
      {children}
    </Page>
  )
}
