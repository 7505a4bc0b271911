import type { ReactNode } from 'react'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TRANSFER_RULE } from '#contract/major-transfer'
import { majorTransferTexts } from '#i18n/major-transfer'
import styles from './major-transfer.module.css'

/** The rules, the procedure, and the contact (MAJ-02, MAJ-05, MAJ-07). */
export function TransferRulesScreen({ contact }: { contact: ReactNode }) {
  const texts = useTexts(majorTransferTexts)
  const { science, arts, times } = useCampusRule('transfer', TRANSFER_RULE)
  return (
    <Page title={texts.notice} back>
      <Card title={texts.rules}>
        <ol className={styles['rules']}>
          {!science && <li>{texts.ruleScience}</li>}
          {!arts && <li>{texts.ruleArts}</li>}
          <li>{texts.ruleTimes(times)}</li>
        </ol>
      </Card>
      <ButtonLink to="/noticeApply">{texts.apply}</ButtonLink>
      {contact}
    </Page>
  )
}
