import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import {
  OfficePage,
  useUnsavedChangesPrompt,
  OfficeButtonLink,
} from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { EditableReferenceRow } from '#contract/reference-data'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceCatalogue } from './catalogue.tsx'
import { ReferenceRowField } from './ReferenceRowField.tsx'
import { WithdrawReferenceRow } from './WithdrawReferenceRow.tsx'
import styles from './reference-data.module.css'

type Values = Readonly<Record<string, string>>

/**
 * The form of a row, generated from the descriptions of its fields. Without a row the form creates
 * a new one.
 */
export function ReferenceRowForm<V extends Values>({
  catalogue,
  row,
  onSaved,
}: {
  catalogue: ReferenceCatalogue<V>
  row: EditableReferenceRow | undefined
  onSaved: () => void
}) {
  const texts = useTexts(referenceDataTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const live = useOnlineCall()
  const [opened] = useState<Values>(
    () =>
      row?.values ??
      Object.fromEntries(catalogue.fields.map(({ name, initial = '' }) => [name, initial])),
  )
  const [values, setValues] = useState(opened)
  useUnsavedChangesPrompt(JSON.stringify(values) !== JSON.stringify(opened))
  const [problems, setProblems] = useState<Values>({})
  const { resource, called } = catalogue
  const save = async () => {
    const read = v.safeParse(catalogue.values.schema, values, { lang: language })
    setProblems(
      Object.fromEntries(
        (read.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    if (!read.success) return
    const outcome = await live.send(catalogue.save, {
      id: row?.id ?? '',
      version: row?.version ?? '',
      values: read.output,
    })
    if (outcome?.type !== 'ok') return
    showToast(texts.saved)
    if (row === undefined)
      await navigate({
        to: '/manage/$',
        params: { _splat: `content/${resource}/${outcome.data.id}` },
        ignoreBlocker: true,
      })
    onSaved()
  }
  const word = row && called?.(row.id)
  return (
    <OfficePage
      title={word === undefined ? texts[resource] : texts[word]}
      actions={
        <OfficeButtonLink tone="second" to={`content/${resource}`}>
          {texts.back}
        </OfficeButtonLink>
      }
    >
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Fields
          catalogue={catalogue}
          values={values}
          problems={problems}
          onChange={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
        />
        <Alert text={live.problem} />
        <div className={styles['buttons']}>
          <Button type="submit" busy={live.busy}>
            {texts.save}
          </Button>
        </div>
      </form>
      {row !== undefined && !row.withdrawn && catalogue.withdraw !== undefined && (
        <WithdrawReferenceRow entry={catalogue.withdraw} row={row} onDone={onSaved} />
      )}
    </OfficePage>
  )
}

// Each long text has its own card; the other fields share one card.
function Fields<V extends Values>({
  catalogue,
  values,
  problems,
  onChange,
}: {
  catalogue: ReferenceCatalogue<V>
  values: Values
  problems: Values
  onChange: (name: string, value: string) => void
}) {
  const renderResult = catalogue.fields.map((field) => (
    <ReferenceRowField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      error={problems[field.name]}
      onChange={(value) => onChange(field.name, value)}
    />
  ))
  return catalogue.fields.some(({ type }) => type === 'page') ? (
    <>{renderResult}</>
  ) : (
    <Card>
      <div className={styles['form']}>{renderResult}</div>
    </Card>
  )
}
