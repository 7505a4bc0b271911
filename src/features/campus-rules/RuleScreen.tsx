import { useState } from 'react'
import {
  OfficePage,
  ReasonSheet,
  Table,
  useOfficeUser,
  OfficeButtonLink,
} from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { campusRuleEditing, type RuleVersion } from '#contract/campus-rule-editing'
import { CAMPUS_RULES, type CampusRuleKey } from '#contract/campus-rule-list'
import { campusRuleTexts } from '#i18n/campus-rules'
import { parseRuleValue } from './rule-fields.ts'
import { findRuleStanding, type RuleOverview } from './rule-versions.ts'
import { RuleForm } from './RuleForm.tsx'
import { formatRuleTime, RuleValueList } from './RuleValueList.tsx'

/** One rule: as it stands, its editor, and its history. */
export function RuleScreen({
  rule,
  overview,
  onChanged,
}: {
  rule: CampusRuleKey
  overview: RuleOverview
  onChanged: () => void
}) {
  const texts = useTexts(campusRuleTexts)
  const language = useLanguage()
  const isAdministrator = useOfficeUser().data?.me.roles.includes('administrator') ?? false
  const { value, since, planned, history } = findRuleStanding(overview, rule)
  // A new key after a save begins the form again with what was saved.
  const [round, setRound] = useState(0)
  const { title, about } = CAMPUS_RULES[rule]
  return (
    <OfficePage
      title={title[language]}
      actions={
        <OfficeButtonLink tone="second" to="rules">
          {texts.back}
        </OfficeButtonLink>
      }
    >
      <MutedText>{about[language]}</MutedText>
      <Card title={`${texts.now} · ${since === '' ? texts.byDefault : formatRuleTime(since)}`}>
        <RuleValueList rule={rule} value={value} />
      </Card>
      {isAdministrator ? (
        <RuleForm
          key={round}
          rule={rule}
          value={value}
          seen={history[0]?.id ?? ''}
          onSaved={() => {
            setRound(round + 1)
            onChanged()
          }}
          onRefused={onChanged}
        />
      ) : (
        <MutedText>{texts.readOnly}</MutedText>
      )}
      {history.length > 0 && (
        <Table
          caption={texts.history}
          columns={[
            {
              title: texts.firstDay,
              short: true,
              cell: ({ validFrom }) => formatRuleTime(validFrom),
            },
            {
              title: texts.value,
              cell: (version) => {
                const read = parseRuleValue(rule, version.value)
                return read === undefined ? (
                  version.value
                ) : (
                  <RuleValueList rule={rule} value={read} />
                )
              },
            },
            { title: texts.reason, cell: ({ reason }) => reason },
            { title: texts.by, cell: ({ by }) => by },
            { title: texts.at, short: true, cell: ({ savedAt }) => formatRuleTime(savedAt) },
            {
              title: texts.planned,
              cell: (version) => {
                if (version.isTakenBack) return texts.takenBack
                return isAdministrator && planned.includes(version) ? (
                  <TakeBack version={version} onDone={onChanged} />
                ) : null
              },
            },
          ]}
          rows={history}
          rowKey={({ id }) => id}
        />
      )}
    </OfficePage>
  )
}

function TakeBack({ version, onDone }: { version: RuleVersion; onDone: () => void }) {
  const texts = useTexts(campusRuleTexts)
  return (
    <ReasonSheet
      action={texts.takeBack}
      named={texts.takeBackNamed(formatRuleTime(version.validFrom))}
      about={texts.takeBackAbout}
      entry={campusRuleEditing.takeBack}
      input={(reason) => ({ id: version.id, reason })}
      done={texts.wasTakenBack}
      onEnd={onDone}
    />
  )
}
