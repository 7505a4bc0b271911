import type { ReactNode } from 'react'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { transferWords } from '#words/transfer'
import styles from './transfer.module.css'

/** The rules, the way to apply, and whom to ask (MAJ-02, MAJ-05, MAJ-07). */
export function RulesScreen({ contact }: { contact: ReactNode }) {
  const words = useWords(transferWords)
  return (
    <Page title={words.notice} back>
      <Card title={words.rules}>
        <ol className={styles['rules']}>
          <li>{words.ruleScience}</li>
          <li>{words.ruleArts}</li>
          <li>{words.ruleOnce}</li>
        </ol>
      </Card>
      <ButtonLink to="/noticeApply">{words.apply}</ButtonLink>
      {contact}
    </Page>
  )
}
