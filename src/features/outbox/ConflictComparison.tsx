import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FormFields, FormView } from '#app/lib/forms/form-view.ts'
import { describeUnsavedSubmission } from '#app/lib/forms/submission-status.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { repairItem, submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { outboxTexts } from '#i18n/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { ConflictFieldChoice, type ConflictSide } from './ConflictFieldChoice.tsx'
import { findFormValidationError, readStoredFields } from './form-views.ts'
import { mergeConflictingFields, splitConflictingFields } from './merge-fields.ts'
import styles from './outbox.module.css'

/**
 * The choice between the two versions, field by field or for all fields at once. The result
 * replaces the conflicting submission.
 */
export function ConflictComparison({
  item,
  view,
  theirs: theirPayload,
  version,
}: {
  item: OutboxItem
  view: FormView
  theirs: FormFields
  version: string | undefined
}) {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const payload = readStoredFields(item)
  const mine = view.toFields?.(payload) ?? payload
  const theirs = view.toFields?.(theirPayload) ?? theirPayload
  const { differing, alike } = splitConflictingFields(view, mine, theirs)
  const [sides, setSides] = useState<Readonly<Record<string, ConflictSide>>>({})
  const [complaint, setComplaint] = useState<string>()
  const [replaced, setReplaced] = useState(false)
  const choose = (chosen: Readonly<Record<string, ConflictSide>>) => {
    setSides({ ...sides, ...chosen })
    setComplaint(undefined)
  }
  const all = (side: ConflictSide) =>
    choose(Object.fromEntries(differing.map(({ name }) => [name, side])))
  const send = async () => {
    if (differing.some(({ name }) => sides[name] === undefined))
      return setComplaint(texts.chooseEach)
    const fields = mergeConflictingFields({ fields: view.fields, mine, theirs, sides })
    const merged = view.toPayload?.(fields, { mine: payload, theirs: theirPayload }) ?? fields
    const wrong = findFormValidationError(item.form, merged, language)
    if (wrong !== undefined) return setComplaint(wrong)
    const written = { payload: merged, ...(version !== undefined && { baseVersion: version }) }
    const saved = replaced
      ? await submitToOutbox({ form: item.form, ...written })
      : await repairItem(item.order, { ...written, key: item.key })
    if (saved.type === 'replaced') {
      setReplaced(true)
      return setComplaint(texts.replaced)
    }
    if (saved.type === 'not-saved') return setComplaint(describeUnsavedSubmission(saved, language))
    showToast(texts.repaired)
    return navigate({ to: '/outbox' })
  }
  return (
    <>
      <MutedText note>{texts.repairText}</MutedText>
      {differing.length > 1 && (
        <div className={styles['both']}>
          <TextButton onClick={() => all('mine')}>{texts.allMine}</TextButton>
          <TextButton onClick={() => all('theirs')}>{texts.allTheirs}</TextButton>
        </div>
      )}
      {differing.map((field) => (
        <ConflictFieldChoice
          key={field.name}
          name={field.name}
          label={field.label[language]}
          mine={field.show(mine[field.name], language, mine)}
          theirs={field.show(theirs[field.name], language, theirs)}
          side={sides[field.name]}
          onChoose={(side) => choose({ [field.name]: side })}
        />
      ))}
      {alike.length > 0 && (
        <Card flush title={texts.same}>
          {alike.map((field) => (
            <div key={field.name} className={styles['alike']}>
              <span>{field.label[language]}</span>
              <span>{field.show(mine[field.name], language, mine) || texts.nothing}</span>
            </div>
          ))}
        </Card>
      )}
      <Alert text={complaint} />
      <Button onClick={() => void send()}>{replaced ? texts.sendAnyway : texts.send}</Button>
    </>
  )
}
