import { formatChinaTime } from '#app/features/office/public.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { type CampusRuleKey, describeRuleValue, type RuleValue } from '#contract/campus-rule-list'
import styles from './campus-rules.module.css'

/** A rule's value, one field in each line. */
export function RuleValueList({ rule, value }: { rule: CampusRuleKey; value: RuleValue }) {
  const language = useLanguage()
  return (
    <ul className={styles['values']}>
      {describeRuleValue(rule, value, language).map(({ name, label, text }) => (
        <li key={name}>
          <span>{label}</span> {text}
        </li>
      ))}
    </ul>
  )
}

/** Formats when a rule begins: to the minute, in China's time. */
export const formatRuleTime = (at: string): string => formatChinaTime(at).slice(0, 16)
