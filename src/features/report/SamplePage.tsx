import { FlaskConical } from 'lucide'
import type { ReactNode } from 'react'
import { config } from '#app/lib/config.ts'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { sampleWords } from '#words/sample'
import styles from './sample.module.css'

/**
 * The frame of every prototype: it says that its content is made up and that nothing leaves it
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
  const words = useWords(sampleWords)
  if (!config.samples)
    return (
      <Page title={title} back>
        <Empty
          icon={<Icon of={FlaskConical} />}
          title={words.notShown}
          text={words.notShownText}
          action={<ButtonLink to="/">{words.home}</ButtonLink>}
        />
      </Page>
    )
  return (
    <Page title={title} back sheet={sheet === true}>
      <p className={styles['mark']}>
        <Pill tone="mute" icon={<Icon of={FlaskConical} />}>
          {words.mark}
        </Pill>
        <span>{words.markText}</span>
      </p>
      {children}
    </Page>
  )
}
