import { ChevronRight } from 'lucide'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { OptionTiles } from '#app/ui/OptionTiles.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import type { AnswerableQuestion } from '#contract/campus-form-definition'
import { campusFormTexts } from '#i18n/campus-forms'
import { formTexts } from '#i18n/form'
import { useFormFact, useFormScope } from '../form-state.ts'
import { useWording } from '../wording.ts'
import type { InputProps } from './input-props.ts'
import styles from '../campus-forms.module.css'

/** The largest number of choices that stand on the page; more are chosen in a sheet. */
const MOST_TILES = 12

type SelectQuestion = Extract<AnswerableQuestion, { choices: string }>

type SelectProps<Type> = InputProps & {
  readonly question: Extract<SelectQuestion, { type: Type }>
  /** The number of the group around the question, from 0. */
  readonly index: number
}

/** The choices that are offered now, and the one that was made even if it is not offered. */
function useOptions(question: SelectQuestion, index: number) {
  const { compiled } = useFormScope()
  const word = useWording()
  const offered = useFormFact(
    useCallback(
      (state) =>
        state
          .choicesOf(question, index)
          .map(({ name }) => name)
          .join('\n'),
      [question, index],
    ),
  )
  const names = useMemo(() => new Set(offered.split('\n')), [offered])
  return (compiled.definition.choices[question.choices] ?? [])
    .filter(({ name }) => names.has(name))
    .map(({ name, label }) => ({ id: name, label: word(label) || name }))
}

/** A question with one answer of a list. */
export function SelectOneInput({
  question,
  index,
  value,
  hint,
  ...field
}: SelectProps<'selectOne'>) {
  const say = useTexts(formTexts)
  const texts = useTexts(campusFormTexts)
  const options = useOptions(question, index)
  const chosen = typeof value === 'string' ? value : ''
  const { wide, ...tiles } = field
  return options.length > MOST_TILES ? (
    <SelectField
      {...tiles}
      wide={wide}
      hint={hint}
      placeholder={say.choose}
      options={options.map(({ id, label }) => ({ value: id, label }))}
      value={chosen}
    />
  ) : (
    <OptionTiles
      {...tiles}
      note={options.length === 0 ? texts.noChoicesYet : hint}
      options={options}
      value={chosen}
    />
  )
}

/** A question with several answers of a list. */
export function SelectManyInput({
  question,
  index,
  value,
  hint,
  wide,
  onChange,
  ...field
}: SelectProps<'selectMany'>) {
  const texts = useTexts(campusFormTexts)
  const say = useTexts(formTexts)
  const options = useOptions(question, index)
  const [open, setOpen] = useState(false)
  const chosen = Array.isArray(value) ? value : []
  const toggle = (id: string) =>
    onChange(
      chosen.includes(id)
        ? chosen.filter((one) => one !== id)
        : // In the order of the list, so that the same answer is always written in the same way.
          options.map((option) => option.id).filter((one) => one === id || chosen.includes(one)),
    )
  const close = () => {
    setOpen(false)
    field.onBlur()
  }
  const tiles = (
    <OptionTiles
      name={field.name}
      label={field.label}
      onBlur={field.onBlur}
      options={options}
      value={chosen}
      onChange={toggle}
      {...(options.length > MOST_TILES
        ? {}
        : {
            note: options.length === 0 ? texts.noChoicesYet : hint,
            error: field.error,
            ref: field.ref,
          })}
    />
  )
  if (options.length <= MOST_TILES) return tiles
  return (
    <Field label={field.label} error={field.error} hint={hint} wide={wide}>
      {(ids) => (
        <>
          <button
            {...ids}
            ref={field.ref}
            type="button"
            aria-haspopup="dialog"
            className={styles['choice']}
            onClick={() => setOpen(true)}
          >
            <span>{chosen.length === 0 ? say.choose : texts.chosenCount(chosen.length)}</span>
            <Icon of={ChevronRight} />
          </button>
          <Sheet open={open} title={field.label} onClose={close}>
            {tiles}
            <Button onClick={close}>{texts.done}</Button>
          </Sheet>
        </>
      )}
    </Field>
  )
}
