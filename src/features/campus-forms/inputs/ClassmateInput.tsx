import { ChevronRight } from 'lucide'
import { useEffect, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { OptionList } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { campusFormTexts } from '#i18n/campus-forms'
import { formTexts } from '#i18n/form'
import { type Classmate, useFormScope } from '../form-state.ts'
import type { InputProps } from './input-props.ts'
import styles from '../campus-forms.module.css'

/** A class mate, chosen by name in a sheet. */
export function ClassmateInput({ value, onChange, onBlur, ref, ...field }: InputProps) {
  const texts = useTexts(campusFormTexts)
  const say = useTexts(formTexts)
  const [open, setOpen] = useState(false)
  const chosen = typeof value === 'object' && 'student' in value ? value : { student: '', name: '' }
  const close = () => {
    setOpen(false)
    onBlur()
  }
  return (
    <Field label={field.label} error={field.error} hint={field.hint} wide={field.wide}>
      {(ids) => (
        <>
          <button
            {...ids}
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            className={styles['choice']}
            onClick={() => setOpen(true)}
          >
            <span className={chosen.student === '' ? styles['placeholder'] : undefined}>
              {chosen.student === '' ? say.choose : chosen.name}
            </span>
            <Icon of={ChevronRight} />
          </button>
          <Sheet open={open} title={texts.chooseClassmate} onClose={close}>
            <ClassmateList
              label={field.label}
              value={chosen.student}
              onChoose={(classmate) => {
                onChange({ student: classmate.student, name: classmate.name })
                close()
              }}
            />
          </Sheet>
        </>
      )}
    </Field>
  )
}

function ClassmateList({
  label,
  value,
  onChoose,
}: {
  label: string
  value: string
  onChoose: (classmate: Classmate) => void
}) {
  const { loadClassmates } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const say = useTexts(formTexts)
  const [search, setSearch] = useState('')
  const [tries, setTries] = useState(0)
  const [loaded, setLoaded] = useState<readonly Classmate[] | 'failed'>()
  useEffect(() => {
    let isGone = false
    loadClassmates().then(
      (found) => isGone || setLoaded(found),
      () => isGone || setLoaded('failed'),
    )
    return () => {
      isGone = true
    }
  }, [loadClassmates, tries])
  if (loaded === undefined) return <Skeleton rows={6} />
  if (loaded === 'failed')
    return (
      <ErrorState
        title={texts.loadFailed}
        retryLabel={say.retry}
        onRetry={() => {
          setLoaded(undefined)
          setTries(tries + 1)
        }}
      />
    )
  const found = loaded.filter(({ name }) => name.includes(search.trim()))
  return (
    <>
      <input
        type="search"
        enterKeyHint="search"
        className={styles['search']}
        aria-label={texts.searchClassmate}
        placeholder={texts.searchClassmate}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <OptionList
        label={label}
        value={value}
        options={found.map(({ student, name }) => ({ value: student, label: name }))}
        onChoose={(student) => {
          const classmate = found.find((one) => one.student === student)
          if (classmate !== undefined) onChoose(classmate)
        }}
      />
      {found.length === 0 && (
        <MutedText as="output" note>
          {texts.noClassmate}
        </MutedText>
      )}
    </>
  )
}
