import { Table } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import type { RulePreview } from '#contract/campus-rule-editing'
import {
  CAMPUS_RULES,
  type CampusRuleKey,
  describeRuleValue,
  type RuleValue,
} from '#contract/campus-rule-list'
import { campusRuleTexts } from '#i18n/campus-rules'
import { parseRuleValue } from './rule-fields.ts'
import { formatRuleTime } from './RuleValueList.tsx'

/** What a change does, for whom and from when, with the button that saves it. */
export function RulePreviewSheet({
  rule,
  value,
  preview,
  busy,
  onSave,
  onClose,
}: {
  rule: CampusRuleKey
  value: RuleValue
  preview: RulePreview
  busy: boolean
  onSave: () => void
  onClose: () => void
}) {
  const texts = useTexts(campusRuleTexts)
  const language = useLanguage()
  const before = parseRuleValue(rule, preview.before) ?? CAMPUS_RULES[rule].initial
  const old = describeRuleValue(rule, before, language)
  const fresh = describeRuleValue(rule, value, language)
  const changes = [
    ...fresh.map(({ name, label, text }) => ({
      name,
      label,
      before: old.find((one) => one.name === name)?.text ?? texts.none,
      after: text,
    })),
    ...old
      .filter(({ name }) => !fresh.some((one) => one.name === name))
      .map(({ name, label, text }) => ({ name, label, before: text, after: texts.none })),
  ].filter((one) => one.before !== one.after)
  const { validFrom, validUntil, people, pending } = preview
  return (
    <Sheet open title={texts.previewTitle} onClose={onClose}>
      <Stack>
        {changes.length === 0 ? (
          <p>{texts.unchanged}</p>
        ) : (
          <Table
            caption={CAMPUS_RULES[rule].title[language]}
            columns={[
              { title: texts.change, cell: ({ label }) => label },
              { title: texts.before, cell: (one) => one.before },
              { title: texts.after, cell: (one) => one.after },
            ]}
            rows={changes}
            rowKey={({ name }) => name}
          />
        )}
        <p>{validFrom === '' ? texts.fromNow : texts.fromDay(formatRuleTime(validFrom))}</p>
        {validUntil !== '' && <p>{texts.untilNext(formatRuleTime(validUntil))}</p>}
        <p>{describeAudience(texts, preview.audience, people)}</p>
        {pending > 0 && <p>{texts.pending(pending)}</p>}
        <MutedText>{texts.graceNote}</MutedText>
        {changes.length > 0 && (
          <Button busy={busy} onClick={onSave}>
            {texts.save}
          </Button>
        )}
      </Stack>
    </Sheet>
  )
}

function describeAudience(
  texts: ReturnType<typeof useTexts<typeof campusRuleTexts>>,
  audience: RulePreview['audience'],
  people: number,
): string {
  switch (audience) {
    case 'new':
      return texts.affectsNew(people)
    case 'continuing':
      return texts.affectsContinuing(people)
    case 'undone':
      return texts.affectsUndone(people)
    case 'reviewers':
      return texts.affectsReviewers(people)
    case 'supervisors':
      return texts.affectsSupervisors(people)
    default:
      return texts.affectsAll(people)
  }
}
