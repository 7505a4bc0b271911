import { OfficePage, Table, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { campusRuleEditing } from '#contract/campus-rule-editing'
import { CAMPUS_RULE_KEYS, CAMPUS_RULES, isCampusRuleKey } from '#contract/campus-rule-list'
import { campusRuleTexts } from '#i18n/campus-rules'
import { findRuleStanding } from './rule-versions.ts'
import { RuleScreen } from './RuleScreen.tsx'
import { formatRuleTime, RuleValueList } from './RuleValueList.tsx'
import styles from './campus-rules.module.css'

/** The rules of the campus: the list of all rules, or the one named in the address. */
export function CampusRulesScreen({ rest }: { rest: string }) {
  const texts = useTexts(campusRuleTexts)
  const language = useLanguage()
  const read = useOnlineQuery({ name: 'campus-rules', entry: campusRuleEditing.list, input: {} })
  if (read.data === undefined)
    return (
      <OfficePage title={texts.title}>
        <QueryFallback kept={read} failed={texts.title} />
      </OfficePage>
    )
  const overview = read.data
  if (isCampusRuleKey(rest))
    return <RuleScreen key={rest} rule={rest} overview={overview} onChanged={read.retry} />
  const rows = CAMPUS_RULE_KEYS.map((key) => ({ key, standing: findRuleStanding(overview, key) }))
  return (
    <OfficePage title={texts.title}>
      <MutedText>{texts.about}</MutedText>
      <Table
        caption={texts.title}
        titled
        columns={[
          {
            title: texts.rule,
            cell: ({ key }) => (
              <>
                <OfficeLink to={`rules/${key}`}>{CAMPUS_RULES[key].title[language]}</OfficeLink>
                <p className={styles['about']}>{CAMPUS_RULES[key].about[language]}</p>
              </>
            ),
          },
          {
            title: texts.now,
            cell: ({ key, standing }) => <RuleValueList rule={key} value={standing.value} />,
          },
          {
            title: texts.since,
            short: true,
            cell: ({ standing: { since } }) =>
              since === '' ? texts.byDefault : formatRuleTime(since),
          },
          {
            title: texts.planned,
            short: true,
            cell: ({ standing: { planned } }) =>
              planned.map(({ validFrom }) => formatRuleTime(validFrom)).join('、') || texts.none,
          },
        ]}
        rows={rows}
        rowKey={({ key }) => key}
      />
      <MutedText>{texts.elsewhere}</MutedText>
    </OfficePage>
  )
}
