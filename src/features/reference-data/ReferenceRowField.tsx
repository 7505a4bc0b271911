import { useState } from 'react'
import { RichEditor } from '#app/features/notice-publishing/public.ts'
import { NoticeContent } from '#app/features/notices/public.ts'
import { CheckboxGroup, DateField } from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { publicGuideTexts } from '#i18n/public-guide'
import { referenceDataTexts } from '#i18n/reference-data'
import type { ReferenceFieldOf } from './catalogue.tsx'
import { PictureField } from './PictureField.tsx'
import { ReferenceField } from './ReferenceField.tsx'
import { SharedValueField } from './SharedValueField.tsx'
import styles from './reference-data.module.css'

/** One field of a row, rendered by its kind. */
export function ReferenceRowField({
  field,
  value,
  error,
  onChange,
}: {
  field: ReferenceFieldOf<string>
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const texts = useTexts(referenceDataTexts)
  const language = useLanguage()
  const label = texts[field.label]
  const hint = field.hint && texts[field.hint]
  const line = {
    label,
    hint,
    error,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (field.type) {
    case 'line':
      return <TextField {...line} />
    case 'digits':
      return <TextField {...line} inputMode="decimal" />
    case 'day':
      return <DateField {...{ label, hint, error, value, onChange }} />
    case 'minute':
      return <DateField withTime {...{ label, hint, error, value, onChange }} />
    case 'lines':
      return <TextareaField {...line} />
    case 'select':
      return (
        <SelectField
          {...{ label, hint, error, value, onChange }}
          options={field.options.map(([known, name]) => ({ value: known, label: name[language] }))}
        />
      )
    case 'reference':
      return <ReferenceField {...{ label, hint, error, value, onChange, field }} />
    case 'checks':
      return (
        <CheckboxGroup
          plain
          label={label}
          options={field.options.map(([known, name]) => ({ value: known, label: name[language] }))}
          chosen={value.split(',')}
          onChange={(chosen) => onChange(chosen.join(','))}
        />
      )
    case 'shared':
      return <SharedValueField {...{ label, hint, error, value, onChange, field }} />
    case 'picture':
      return <PictureField {...{ label, hint, error, value, onChange }} options={field.options} />
    case 'page':
      return <PageField {...{ label, value, error, onChange }} lang={field.lang} />
    case 'yes':
    case 'choice': {
      const answers =
        field.type === 'choice'
          ? [
              ...field.options,
              ...(field.unlisted !== undefined && field.options.every(([known]) => known !== value)
                ? [[value, field.unlisted] as const]
                : []),
            ].map(([known, name]) => ({ value: known, label: name[language] }))
          : [
              { value: '1', label: texts.yes },
              { value: '0', label: texts.no },
            ]
      return (
        <ChoiceField
          name={field.name}
          label={label}
          hint={hint}
          answers={answers}
          value={value}
          error={error}
          onChange={onChange}
          onBlur={() => {}}
          ref={null}
        />
      )
    }
  }
}

function PageField({
  label,
  lang,
  value,
  error,
  onChange,
}: {
  label: string
  lang: 'zh-CN' | 'en'
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { preview } = useTexts(noticePublishingTexts)
  const guide = useTexts(publicGuideTexts)
  const [opened] = useState(value)
  return (
    <div className={styles['page']}>
      <RichEditor label={label} lang={lang} value={opened} error={error} onChange={onChange} />
      {value !== '' && (
        <section aria-label={`${preview}: ${label}`} lang={lang}>
          <h2 className={styles['about']}>{preview}</h2>
          <NoticeContent time={guide.updatedOn(chinaToday())} html={value} />
        </section>
      )}
    </div>
  )
}
