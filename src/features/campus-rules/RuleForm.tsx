import { useState } from 'react'
import { DateField, useUnsavedChangesPrompt } from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { campusRuleEditing, type RulePreview } from '#contract/campus-rule-editing'
import { CAMPUS_RULES, type CampusRuleKey, type RuleValue } from '#contract/campus-rule-list'
import { campusRuleTexts } from '#i18n/campus-rules'
import { officeTexts } from '#i18n/office'
import { fromTypedRule, toTypedRule } from './rule-fields.ts'
import { RuleFieldInput } from './RuleFieldInput.tsx'
import { RulePreviewSheet } from './RulePreviewSheet.tsx'
import styles from './campus-rules.module.css'

/** The editor of a rule. A change is previewed first, and saved from the preview. */
export function RuleForm({
  rule,
  value,
  seen,
  onSaved,
  onRefused,
}: {
  rule: CampusRuleKey
  value: RuleValue
  /** The newest version that the page shows; a save over another one is refused. */
  seen: string
  onSaved: () => void
  /** Called after a refusal, so that the page shows what somebody else has saved. */
  onRefused: () => void
}) {
  const texts = useTexts(campusRuleTexts)
  const office = useTexts(officeTexts)
  const language = useLanguage()
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [opened] = useState(() => toTypedRule(rule, value))
  const [typed, setTyped] = useState(opened)
  const [firstDay, setFirstDay] = useState(chinaToday)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [preview, setPreview] = useState<{ answer: RulePreview; value: RuleValue }>()
  useUnsavedChangesPrompt(JSON.stringify(typed) !== JSON.stringify(opened))
  const { fields, read } = CAMPUS_RULES[rule]
  const converted = fromTypedRule(rule, typed)
  // A field that is not shown keeps its value, because nobody could mend what was typed into it.
  const wanted = Object.fromEntries(
    fields.map(({ name, isUsed }): [string, RuleValue[string]] => [
      name,
      ((isUsed?.(converted) ?? true) ? converted : value)[name] ?? '',
    ]),
  )
  const look = async () => {
    const checked = read(wanted, language)
    const found = checked.type === 'ok' ? [] : checked.issues
    setErrors(Object.fromEntries([...found].reverse().map(({ path, message }) => [path, message])))
    if (checked.type !== 'ok') return setProblem(found[0]?.message)
    if (reason.trim() === '') return setProblem(office.reasonNeeded)
    const outcome = await send(campusRuleEditing.preview, {
      rule,
      value: JSON.stringify(checked.value),
      firstDay,
    })
    if (outcome?.type !== 'ok') return undefined
    return setPreview({ answer: outcome.data.preview, value: checked.value })
  }
  const save = async (checked: RuleValue) => {
    const outcome = await send(campusRuleEditing.save, {
      rule,
      value: JSON.stringify(checked),
      firstDay,
      seen,
      reason: reason.trim(),
    })
    if (outcome === undefined) return
    setPreview(undefined)
    if (outcome.type !== 'ok') return onRefused()
    showToast(texts.saved)
    onSaved()
  }
  return (
    <Card title={texts.edit}>
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        {fields
          .filter(({ isUsed }) => isUsed?.(wanted) ?? true)
          .map((field) => (
            <RuleFieldInput
              key={field.name}
              field={field}
              value={typed[field.name] ?? ''}
              error={errors[field.name]}
              onChange={(text) => setTyped((now) => ({ ...now, [field.name]: text }))}
            />
          ))}
        <DateField
          label={texts.firstDay}
          hint={texts.firstDayHint}
          value={firstDay}
          onChange={setFirstDay}
        />
        <TextareaField label={texts.reason} value={reason} maxLength={200} onType={setReason} />
        <Alert text={preview === undefined ? problem : undefined} />
        <div className={styles['buttons']}>
          <Button type="submit" busy={busy}>
            {texts.preview}
          </Button>
        </div>
      </form>
      {preview !== undefined && (
        <RulePreviewSheet
          rule={rule}
          value={preview.value}
          preview={preview.answer}
          busy={busy}
          onSave={() => void save(preview.value)}
          onClose={() => setPreview(undefined)}
        />
      )}
    </Card>
  )
}
