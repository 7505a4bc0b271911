import { useState } from 'react'
import { OfficePage, ReasonSheet, Table, useOfficeUser } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { showToast } from '#app/ui/toast.ts'
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
        <ButtonLink tone="second" to="/manage/$" params={{ _splat: 'rules' }}>
          {texts.back}
        </ButtonLink>
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
              key: 'from',
              title: texts.firstDay,
              short: true,
              cell: ({ validFrom }) => formatRuleTime(validFrom),
            },
            {
              key: 'value',
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
            { key: 'reason', title: texts.reason, cell: ({ reason }) => reason },
            { key: 'by', title: texts.by, cell: ({ by }) => by },
            {
              key: 'at',
              title: texts.at,
              short: true,
              cell: ({ savedAt }) => formatRuleTime(savedAt),
            },
            {
              key: 'planned',
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
  const { send, busy, problem } = useOnlineCall()
  return (
    <ReasonSheet
      action={texts.takeBack}
      named={texts.takeBackNamed(formatRuleTime(version.validFrom))}
      about={texts.takeBackAbout}
      busy={busy}
      problem={problem}
      onRefused={onDone}
      onConfirm={async (reason) => {
        const outcome = await send(campusRuleEditing.takeBack, { id: version.id, reason })
        if (outcome?.type !== 'ok') return false
        showToast(texts.wasTakenBack)
        onDone()
        return true
      }}
    />
  )
}
