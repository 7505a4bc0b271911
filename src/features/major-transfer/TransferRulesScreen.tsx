import type { ReactNode } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { majorTransferTexts } from '#i18n/major-transfer'
import styles from './major-transfer.module.css'

/** The rules, the procedure, and the contact (MAJ-02, MAJ-05, MAJ-07). */
export function TransferRulesScreen({ contact }: { contact: ReactNode }) {
  const texts = useTexts(majorTransferTexts)
  return (
    <Page title={texts.notice} back>
      <Card title={texts.rules}>
        <ol className={styles['rules']}>
          <li>{texts.ruleScience}</li>
          <li>{texts.ruleArts}</li>
          <li>{texts.ruleOnce}</li>
        </ol>
      </Card>
      <ButtonLink to="/noticeApply">{texts.apply}</ButtonLink>
      {contact}
    </Page>
  )
}
