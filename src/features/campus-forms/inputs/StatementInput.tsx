import { useRef } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextField } from '#app/ui/TextField.tsx'
import type { AnswerableQuestion } from '#contract/campus-form-definition'
import { campusFormTexts } from '#i18n/campus-forms'
import { useFormScope } from '../form-state.ts'
import type { FormValues } from '../form-values.ts'
import type { InputProps } from './input-props.ts'
import { SignaturePad } from './SignaturePad.tsx'
import styles from '../campus-forms.module.css'

/** The largest picture of a signature, bytes. */
const LARGEST = 2 ** 20

/** A statement that the student agrees to by typing the own name, and by drawing it if asked. */
export function StatementInput({
  question,
  label,
  hint,
  error,
  value,
  onChange,
  wide: _wide,
  ...field
}: InputProps & { question: Extract<AnswerableQuestion, { type: 'statement' }> }) {
  const { context, files, form } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const answer = statementOf(value)
  const { studentName } = context()
  const latest = useRef<Blob>(undefined)
  const replaceDrawing = (drawing: string) => {
    // The name can have been typed while the picture was being stored.
    const current = statementOf(form.getValues(field.name))
    onChange({ ...current, drawing })
    if (current.drawing !== '') files.remove([current.drawing])
  }
  const id = `${field.name.replaceAll('.', '-')}-statement`
  return (
    <div role="group" aria-labelledby={id} className={styles['statement']}>
      <p id={id} className={styles['words']}>
        {label}
      </p>
      {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
      <TextField
        {...field}
        wide
        label={texts.signName}
        hint={texts.signHint(studentName)}
        error={error}
        autoComplete="name"
        value={answer.name}
        onChange={({ target }) => onChange({ ...answer, name: target.value })}
      />
      {question.isDrawn && (
        <SignaturePad
          drawing={answer.drawing}
          typed={answer.name}
          onDrawn={async (picture) => {
            latest.current = picture
            if (picture === undefined) return replaceDrawing('')
            const added = await files.add(picture, { name: 'signature.png', largest: LARGEST })
            if ('problem' in added) return false
            // The signature can have been removed while the picture was being stored.
            if (latest.current === picture) replaceDrawing(added.id)
            else files.remove([added.id])
            return true
          }}
        />
      )}
    </div>
  )
}

const statementOf = (value: FormValues[string]) =>
  typeof value === 'object' && 'drawing' in value ? value : { name: '', drawing: '' }
